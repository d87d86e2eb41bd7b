import { urlBeginning } from '../../../../credentials/messages';
import type { Message, Section } from './message';

/** The remedies, by the status of the response (docs/interface.md, Errors). */
export const statusRemedies = {
	401: "Check the key in the credential, and that 'Environment' is the one it was created in. With OAuth2, the merchant may have revoked access: connect the credential again.",
	403: "The credential does not allow this. Check the key in the credential, and that 'Environment' is the one it was created in. With OAuth2, add the missing scope to 'Scope' in the credential, have it approved for the app, and connect again.",
	404: "Check the ID: it is the 'id' of the output, not a number or a reference that people see. Or the record was deleted, or belongs to another business or environment. If there is no ID, check that 'Environment' in the credential leads to the Payments API.",
	422: 'Correct the values named here, then run the node again.',
	429: "The Payments API receives too many requests. Wait a moment, then run the node again, or lower 'Max Parallel Requests' in the options of the Payments node if it is above 1.",
} satisfies Section;

/** The remedy in all other cases. */
export const remedies = {
	alreadyDone: (items: string) =>
		`These items were handled already: ${items}. Leave them out before you run the node again.`,
	othersInvalid: (items: string) => `More items are not valid: ${items}.`,
	// An earlier run of the node in the same execution, as in a loop, may have sent its items.
	othersUntouched: 'Nothing was sent for any other item of this run.',
	runOthers: "To run the others all the same, choose Settings > 'On Error' > Continue.",
	othersFailed: (items: string) =>
		`More items failed after they were sent: ${items}. Check each of them before you run it again.`,
	redirected:
		"The Payments API redirects to another address, and the credential is not sent there. Check 'Environment' in the credential.",
	missingScope: (scopes: string) =>
		`The credential does not allow this. With OAuth2, 'Scope' in the credential needs ${scopes}. Add it, have it approved for the app, and connect again.`,
	localAddress:
		'HitPay has to reach the address: the sandbox refuses localhost. Use an address that is reached from the internet.',
	checkName: (label: string) =>
		`Check '${label}': choose one from the list, or enter its name in lower case, e.g. adyen. If it is right, check that 'Environment' in the credential leads to the Payments API.`,
	correct: (labels: string) => `Correct ${labels}, then run the node again.`,
	refused: 'Check the credential and the parameters of the node against this response.',
	unavailable:
		'The Payments API is temporarily unavailable. Wait a moment, then run the node again.',
	outcomeUnknown:
		'The request may have been processed. Look the record up before you run the node again.',
	checkEnvironment: "Check that 'Environment' in the credential leads to the Payments API.",
} satisfies Section;

const notJson =
	"The Payments API may be down for maintenance: wait a moment, then run the node again. If that does not help, check that 'Environment' in the credential leads to the Payments API.";

/** Reasons why a request is not sent, or why its response cannot be used. */
export const requests = {
	status: (status: number, remedy: string): Message => ({
		message: `The Payments API returned the status ${status}`,
		description: remedy,
	}),
	// The message has no code of the network: n8n would replace it with its own words.
	unreachable: (cause: string, code: string): Message => ({
		message: 'Could not reach the Payments API',
		description: `${cause} Then run the node again. (${code})`,
	}),
	connectionLost: (cause: string, code: string): Message => ({
		message: 'The connection to the Payments API was lost',
		description: `${cause} Then run the node again. (${code})`,
	}),
	notCompleted: {
		message: 'The request was not completed',
		description: 'Check the credential and the parameters of the node.',
	},
	notConnected: {
		message: 'The OAuth2 credential is not connected',
		description: 'Open the credential, connect it and authorize the app, then run the node again.',
	},
	appRefused: {
		message: 'HitPay does not accept the app of the OAuth2 credential, or its authorization',
		description:
			"Check 'Client ID', the client secret and 'Environment' in the credential, connect it again, then run the node again.",
	},
	tokenNotRenewed: {
		message: 'HitPay did not renew the access token of the OAuth2 credential',
		description:
			'Wait a moment, then run the node again. If that does not help, connect the credential again.',
	},
	notJson: {
		message: 'The Payments API returned a web page or other text instead of data',
		description: notJson,
	},
	empty: { message: 'The Payments API returned an empty response', description: notJson },
	tooDeep: {
		message: 'The Payments API returned data that is nested too deep',
		description: notJson,
	},
	noRecord: {
		message: 'The response contains no record',
		description: remedies.checkEnvironment,
	},
	otherRecord: {
		message: 'The Payments API returned another record than the requested one',
		description: remedies.checkEnvironment,
	},
	notChanged: {
		message: 'HitPay shows the record as it was',
		description: remedies.outcomeUnknown,
	},
	notInList: {
		message: 'The Payments API has no record with this ID',
		description: statusRemedies[404],
	},
	deletionNotConfirmed: {
		message: 'The Payments API did not confirm the deletion',
		description: remedies.outcomeUnknown,
	},
	unknownEnvironment: {
		message: "'Environment' in the credential is not Production, Sandbox or Custom",
		description: 'Select one, or let the expression return production, sandbox or custom.',
	},
	apiUrl: {
		message: "'API URL' in the credential is not a web address",
		description: `Enter the complete address in front of /v1, ${urlBeginning}. It has no user, query or blanks.`,
	},
} satisfies Section;
