#!/usr/bin/env bash
# Makes webhook.vectors.json: signatures computed by openssl, so that the module in
# nodes/Payments/webhook/receive/verify.ts is not tested by itself. What is signed is said in
# docs/interface.md, Notifications. Usage: make-webhook-vectors.sh > webhook.vectors.json
set -euo pipefail
export LC_ALL=C

# A text as JSON.
quoted() {
	local text=$1
	text=${text//\\/\\\\}
	text=${text//\"/\\\"}
	text=${text//$'\n'/\\n}
	text=${text//$'\r'/\\r}
	text=${text//$'\t'/\\t}
	printf '"%s"' "$text"
}

# A text as part of a form: every byte but letters and digits escaped.
escaped() {
	local text=$1 i char
	for ((i = 0; i < ${#text}; i++)); do
		char=${text:i:1}
		case $char in
		[A-Za-z0-9]) printf '%s' "$char" ;;
		*) printf '%s' "$char" | od -An -tx1 | tr -d ' \n' | sed 's/../%&/g' ;;
		esac
	done
}

# The hex signature of what comes in, with the key $1.
sign() {
	local line
	line=$(openssl dgst -sha256 -hmac "$1")
	printf '%s' "${line##* }"
}

comma=''
separate() {
	printf '%s\n' "$comma"
	comma=','
}

# callback NAME SALT FIELD VALUE FIELD VALUE ...
callback() {
	local name=$1 salt=$2 key hmac body='' message=''
	shift 2
	local -A values=()
	local -a keys=()
	while (($#)); do
		values[$1]=$2
		keys+=("$1")
		shift 2
	done
	for key in "${keys[@]}"; do
		body+="${body:+&}$(escaped "$key")=$(escaped "${values[$key]}")"
	done
	while IFS= read -r -d '' key; do
		message+=$key${values[$key]}
	done < <(printf '%s\0' "${keys[@]}" | sort -z)
	hmac=$(printf '%s' "$message" | sign "$salt")
	separate
	printf '\t\t{\n\t\t\t"name": %s,\n\t\t\t"salt": %s,\n' "$(quoted "$name")" "$(quoted "$salt")"
	printf '\t\t\t"body": %s\n\t\t}' "$(quoted "$body&hmac=$hmac")"
}

# event NAME SALT BODY, the body as printf's %b takes it
event() {
	separate
	printf '\t\t{\n\t\t\t"name": %s,\n\t\t\t"salt": %s,\n' "$(quoted "$1")" "$(quoted "$2")"
	printf '\t\t\t"base64": "%s",\n' "$(printf '%b' "$3" | openssl base64 -A)"
	printf '\t\t\t"signature": "%s"\n\t\t}' "$(printf '%b' "$3" | sign "$2")"
}

salt=2MUizyJj429NIoOMmTXedyICmbwS1rt6Wph7cGqzG99IkmCV6nUCQ22lRVCB0Rgu
payment=9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11
request=9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02

printf '{\n\t"callbacks": ['
callback 'a payment of 599.00' "$salt" payment_id "$payment" payment_request_id "$request" \
	phone '' amount 599.00 currency SGD status completed reference_number ABC123
callback 'the same, in another order' "$salt" status completed reference_number ABC123 \
	amount 599.00 phone '' payment_request_id "$request" currency SGD payment_id "$payment"
callback 'the same, with another salt' 'another salt' payment_id "$payment" \
	payment_request_id "$request" phone '' amount 599.00 currency SGD status completed \
	reference_number ABC123
callback 'a payment that failed' "$salt" payment_id '' payment_request_id "$request" \
	phone '+65 9123 4567' amount 0.30 currency MYR status failed reference_number ''
callback 'unicode in values' "$salt" payment_id "$payment" payment_request_id "$request" \
	phone '' amount 10.00 currency SGD status completed reference_number 'Käse 奶酪 🧀 – ½'
callback 'the signs of a form in values' "$salt" payment_id "$payment" \
	payment_request_id "$request" phone '+65 (0) 9' amount 10.00 currency SGD status completed \
	reference_number 'a=1&b=2+3 %41;?#/"\'
callback 'only empty values' "$salt" payment_id '' payment_request_id '' phone '' amount '' \
	currency '' status '' reference_number ''
callback 'lines and tabs in a value' "$salt" payment_id "$payment" amount 1.00 \
	reference_number $'one\r\ntwo\tthree\n' status completed
callback 'names in byte order: capitals and digits first, a short name before a longer one' \
	"$salt" b 1 a 2 B 3 A 4 a_b 5 aB 6 ab 7 a1 8 1 9 10 10 2 11
callback 'unicode in names, and beyond the basic plane' "$salt" ä 1 z 2 ﬁ 3 𝒳 4 Ω 5
callback 'a salt that is no plain text' 'Sälz & "co" = $x' amount 10.00 status completed
callback 'a refund' "$salt" id 9f1c7c7e-aaaa-4a0e-9d52-6d0a3f1b8c11 payment_id "$payment" \
	amount_refunded 5.00 total_amount 599.00 currency sgd status succeeded
printf '\n\t],\n'

comma=''
printf '\t"events": ['
event 'a charge' "$salt" '{"id":"9f1c7c7e","amount":599.5,"currency":"sgd","status":"succeeded"}'
event 'the same with blanks between' "$salt" \
	'{ "id": "9f1c7c7e", "amount": 599.5, "currency": "sgd", "status": "succeeded" }'
event 'the same with another salt' 'another salt' \
	'{"id":"9f1c7c7e","amount":599.5,"currency":"sgd","status":"succeeded"}'
event 'unicode as it is' "$salt" '{"id":"1","remark":"Käse 奶酪 🧀"}'
event 'unicode escaped' "$salt" '{"id":"1","remark":"K\\u00e4se"}'
event 'lines, and one at the end' "$salt" '{\n\t"id": "1",\r\n\t"remark": null\n}\n'
event 'a byte order mark' "$salt" '\0357\0273\0277{"id":"1"}'
event 'no JSON at all' "$salt" 'id=1&status=completed'
event 'bytes that are no text' "$salt" '\0377\0376\0001\0200'
event 'nothing' "$salt" ''
printf '\n\t]\n}\n'
