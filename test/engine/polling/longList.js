/**
 * A list of charges of any length, in a thread of its own: what it costs does not count as time of the node. One charge
 * is made at each interval; the list has those that exist by its clock, newest first, a hundred a page.
 */
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');

const { interval } = workerData;
const MAX_PAGE = 100;
const DAY = 86_400_000;
const BUSINESS_OFFSET = DAY / 3;

let now = 0;
let latency = 0;
let requests = 0;

const local = (at) => new Date(at + BUSINESS_OFFSET).toISOString().slice(0, 19);
const dayOf = (number) => local(number * interval).slice(0, 10);
const idOf = (number) => `${number.toString(16).padStart(8, '0')}-2f5b-4a0e-9d52-0242ac120002`;

const record = (number) => ({
	id: idOf(number),
	currency: 'sgd',
	home_currency: 'sgd',
	exchange_rate: '1.0000',
	amount: 25.5,
	fixed_fee: 0.2,
	discount_fee: 0.51,
	discount_fee_rate: 0.02,
	remark: 'Workshop '.repeat(60),
	status: number % 10 === 0 ? 'refunded' : 'succeeded',
	payment_method: { name: 'card', data: { brand: 'visa', last4: '4242', country: 'Singapore' } },
	customer_id: '9f1c7c7e-2f5b-4a0e-9d52-0242ac120005',
	customer: { name: 'Ann Tan', email: 'ann@example.com', phone_number: '+6591234567' },
	order_reference_number: `ORDER-${number}`,
	location: { id: idOf(1), name: 'Main Street', address: '1 Main Street, Singapore' },
	channel: 'api',
	closed_at: `${local(number * interval)}+08:00`,
	created_at: `${local(number * interval)}+08:00`,
});

/** Returns the number of the first charge of a day, or a later one. */
const firstOf = (day) => Math.ceil((Date.parse(`${day}T00:00:00Z`) - BUSINESS_OFFSET) / interval);

createServer((request, response) => {
	requests += 1;
	const { searchParams } = new URL(request.url, 'http://127.0.0.1');
	const from = searchParams.get('date_from');
	const to = searchParams.get('date_to');
	let newest = Math.floor(now / interval);
	// The day after is a day later at most.
	if (to) newest = Math.min(newest, firstOf(to) + Math.ceil(DAY / interval));
	while (to && dayOf(newest) > to) newest -= 1;
	const oldest = from ? firstOf(from) : 1;
	const start = Number(searchParams.get('cursor') ?? newest);
	const end = Math.max(oldest - 1, start - Math.min(MAX_PAGE, searchParams.get('per_page')));
	const data = [];
	for (let number = start; number > end; number -= 1) data.push(record(number));
	const body = JSON.stringify({ data, meta: { next_cursor: end >= oldest ? `${end}` : null } });
	setTimeout(() => {
		response.setHeader('content-type', 'application/json');
		response.setHeader('date', new Date(now).toUTCString());
		response.end(body);
	}, latency);
}).listen(0, '127.0.0.1', function () {
	parentPort.postMessage({ port: this.address().port });
});

parentPort.on('message', (clock) => {
	now = clock.at;
	latency = clock.latency;
	parentPort.postMessage({ requests });
	requests = 0;
});
