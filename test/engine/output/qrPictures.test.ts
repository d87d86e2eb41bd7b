import { BinaryDataService } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { MAX_BYTES } from '../../../nodes/Payments/output/qrEncoder';
import { scan } from '../../scan';
import { useSimulator } from '../../useSimulator';
import { succeeded, withoutValue } from '../outcomes';
import { apiKeyOf, operation, runPayments } from '../run';
import { shortenWaits } from '../waits';

const simulator = useSimulator();
shortenWaits();

const run = (parameters: INodeParameters, items?: IDataObject[]) =>
	runPayments({ parameters, items, credentials: apiKeyOf(simulator) });

const counter: INodeParameters = operation('staticQr', 'create', {
	name: 'Counter 1',
	paymentMethod: 'paynow_online',
	qrPicture: 'png',
});
const order: INodeParameters = operation('paymentRequest', 'create', {
	amount: 10,
	currency: 'SGD',
	qrPicture: 'png',
});
const payNow = { paymentMethods: ['paynow_online'] };

const newestQr = () => simulator.records.staticQrs[0]!;
const newestRequest = () => simulator.records.paymentRequests[0]!;
const posts = () => simulator.requests.filter(({ method }) => method === 'POST');

/** The texts that a phone reads in the pictures of an item. */
async function read({ binary }: INodeExecutionData, field = 'data') {
	return await scan(Buffer.from(binary![field]!.data, 'base64'));
}

test('Static QR: Create puts the code into the output as a PNG', async () => {
	const { items } = await succeeded(run(counter));
	expect(items.map(({ json }) => json)).toEqual([newestQr()]);
	const [{ binary }] = items as [INodeExecutionData];
	expect(Object.keys(binary!)).toEqual(['data']);
	expect(binary!.data).toMatchObject({
		...{ fileName: 'counter-1.png', fileExtension: 'png' },
		...{ mimeType: 'image/png', fileType: 'image' },
	});
	expect(await read(items[0]!)).toEqual([newestQr().qr_value]);
});

test("a 'QR Payment Method' that is not an option stops the node before anything is sent", async () => {
	const { error } = await run({ ...order, qrPaymentMethod: 'card' });
	expect(error?.message).toBe('\'QR Payment Method\' is not a known value: "card"');
	expect(simulator.requests).toEqual([]);
});

test('Static QR: Get makes an SVG of the size, with the margin, and in the field that are asked for', async () => {
	await run({ ...counter, qrPicture: 'none' });
	const { items } = await succeeded(
		run(
			operation('staticQr', 'get', {
				staticQrId: newestQr().id,
				qrPicture: 'svg',
				binaryPropertyName: 'poster_1',
				pictureOptions: { size: '800', margin: 10 },
			}),
		),
	);
	expect(Object.keys(items[0]!.binary!)).toEqual(['poster_1']);
	const { fileName, mimeType, data } = items[0]!.binary!.poster_1!;
	expect({ fileName, mimeType }).toEqual({ fileName: 'counter-1.svg', mimeType: 'image/svg+xml' });
	const svg = Buffer.from(data, 'base64').toString();
	expect(svg).toContain('width="800" height="800"');
	expect(svg).toContain('"M10 10h1v1h-1z');
	expect(await read(items[0]!, 'poster_1')).toEqual([newestQr().qr_value]);
});

test('Payment Request: Create names the picture by the reference number', async () => {
	const additionalFields = { ...payNow, referenceNumber: 'ORD/1042', generateQr: 'true' };
	const { items } = await succeeded(run({ ...order, additionalFields }));
	expect(items[0]!.binary!.data!.fileName).toBe('ord-1042.png');
});

test.each([false, 'false'])(
	"'Return QR Content' that is off (%p) goes with no picture, and nothing is sent",
	async (generateQr) => {
		const { error } = await run({ ...order, additionalFields: { ...payNow, generateQr } });
		expect(error).toMatchObject({
			message: "'Return QR Content' is off, so there is no code for 'QR Picture'",
			description: "Turn 'Return QR Content' on or remove it, or set 'QR Picture' to None.",
		});
		expect(simulator.requests).toEqual([]);
	},
);

test.each<[INodeParameters]>([[order], [counter]])(
	'without a picture, also as an expression with a blank, no code is requested: %#',
	async (parameters) => {
		const { items } = await succeeded(run({ ...parameters, qrPicture: "={{ 'none ' }}" }));
		expect(items[0]!.binary).toBeUndefined();
		expect(posts()[0]!.body).not.toHaveProperty('generate_qr');
		expect(posts()[0]!.body).not.toHaveProperty('payment_methods');
	},
);

test('Static QR: Create makes a PNG by default', async () => {
	const { items } = await run({ ...counter, qrPicture: undefined });
	expect(items[0]!.binary!.data!.fileName).toBe('counter-1.png');
});

test.each([
	[{}, ['paynow_online']],
	[{ qrPaymentMethod: 'upi_qr' }, ['upi_qr']],
	[
		{ additionalFields: { paymentMethods: ['qrph_netbank', 'doku_qris'] } },
		['qrph_netbank', 'doku_qris'],
	],
	[{ additionalFields: { paymentMethods: '={{ $json.nothing }}' } }, ['paynow_online']],
])('Payment Request: Create makes the picture in one step: %j', async (parameters, methods) => {
	const { items, error } = await run({ ...order, ...parameters });
	expect(error).toBeUndefined();
	expect(posts()[0]!.body).toMatchObject({ generate_qr: true, payment_methods: methods });
	expect(await read(items[0]!)).toEqual([newestRequest().qr_code_data!.qr_code]);
});

test('methods without a code are refused in words of the editor', async () => {
	const { error } = await run({ ...order, additionalFields: { paymentMethods: ['card'] } });
	expect(error?.message).toMatch(/^'Return QR Content' needs 'Payment Methods' of PayNow, /);
	expect(error?.message).not.toMatch(/_/);
	expect(error?.description).toBe(
		"Correct 'Payment Methods', 'Return QR Content', then run the node again.",
	);
});

test('each item gets the picture of its own code', async () => {
	const names = ['1', '2', '3'];
	const { items } = await run(
		{ ...counter, name: '={{ $json.name }}' },
		names.map((name) => ({ name })),
	);
	expect(items.map(({ binary }) => binary!.data!.fileName)).toEqual(['1.png', '2.png', '3.png']);
	const codes = items.map(({ json }) => json.qr_value);
	expect(await Promise.all(items.map((item) => read(item)))).toEqual(codes.map((code) => [code]));
	expect(new Set(codes).size).toBe(3);
});

test.each<[INodeParameters]>([
	[{ output: 'simplified' }],
	[{ output: 'selected', outputFields: ['name'] }],
])('the picture does not depend on the fields that are output: %j', async (parameters) => {
	const { items } = await run({ ...order, ...parameters, additionalFields: payNow });
	expect(items[0]!.json).not.toHaveProperty('qr_code_data');
	expect(await read(items[0]!)).toEqual([newestRequest().qr_code_data!.qr_code]);
});

test.each([
	['Counter 9', 'counter-9.png'],
	['Counter 1 (左) / "Café"', 'counter-1-左-café.png'],
	['../../etc/passwd', 'etc-passwd.png'],
	['C:\\temp\\qr.exe', 'c-temp-qr-exe.png'],
	['x'.repeat(200), `${'x'.repeat(60)}.png`],
	['☕', ''],
])('the file of %j is called %j, or after the ID', async (name, fileName) => {
	const { items } = await run({ ...counter, name });
	expect(items[0]!.binary!.data!.fileName).toBe(fileName || `${newestQr().id}.png`);
});

const [WHOLE, ofSize] = ['is not a whole number from', { size: 2049 }];
test.each<[INodeParameters, string, string]>([
	[{ pictureOptions: ofSize }, `'Size' ${WHOLE} 256 to 2048`, 'whole number from 256 to 2048'],
	[{ pictureOptions: { margin: -1 } }, `'Margin' ${WHOLE} 0 to 16`, 'whole number from 0 to 16'],
	[{ binaryPropertyName: ' ' }, "'Put Output File in Field' is empty", 'Enter text'],
	[
		{ binaryPropertyName: '__proto__' },
		"'Put Output File in Field' is not a field name",
		'Use letters, digits, - and _, e.g. data.',
	],
	[{ qrPicture: 'jpg' }, "'QR Picture' is not a known value", 'Use one of: none, png, svg.'],
])('%j stops before anything is sent', async (parameters, message, description) => {
	for (const operation of [counter, { ...order, additionalFields: payNow }]) {
		const { error } = await run({ ...operation, ...parameters });
		expect(withoutValue(error?.message)).toBe(message);
		expect(error?.description).toContain(description);
	}
	expect(simulator.requests).toEqual([]);
});

test.each<[string, string, INodeParameters, IDataObject]>([
	['without a code', 'the record has no QR code', order, { amount: '10.00' }],
	[
		'whose code is too long',
		'the content is longer than a QR code can be',
		...([counter, { qr_value: 'x'.repeat(MAX_BYTES + 1) }] as [INodeParameters, IDataObject]),
	],
])('a record %s is output without a picture, with the reason', async (_, why, parameters, made) => {
	const record = { id: '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11', ...made };
	simulator.fault({ method: 'POST', body: record, when: 'after' });
	const { items } = await succeeded(run({ ...parameters, additionalFields: {} }));
	expect(items[0]!.binary).toBeUndefined();
	expect(items[0]!.json).toEqual({ ...record, qr_picture: `Not made: ${why}` });
});

test('a record whose picture cannot be stored is output without one', async () => {
	const store = jest.spyOn(BinaryDataService.prototype, 'store');
	store.mockRejectedValue(new Error('The disk is full'));
	const { items, error } = await run(counter);
	store.mockRestore();
	expect(error).toBeUndefined();
	expect(items[0]!.json).toEqual({ ...newestQr(), qr_picture: 'Not made: The disk is full' });
	expect(items[0]!.binary).toBeUndefined();
});

test('a record whose creation was not answered gets its picture when it is found', async () => {
	simulator.fault({ method: 'POST', cut: 'after' });
	const { items } = await succeeded(run({ ...counter, name: 'Lost and found' }));
	expect(posts()).toHaveLength(1);
	expect(items[0]!.binary!.data!.fileName).toBe('lost-and-found.png');
	expect(await read(items[0]!)).toEqual([newestQr().qr_value]);
});

test('Subscription: Create puts the address for the customer into the output as a picture', async () => {
	const member = { kind: 'save', name: 'Gym', customerEmail: 'ann@example.com', qrPicture: 'png' };
	const additionalFields = { reference: 'MEMBER/7' };
	const fields = { ...member, amount: 5, currency: 'SGD', additionalFields };
	const { items } = await succeeded(run(operation('subscription', 'create', fields)));
	const { url } = simulator.records.subscriptions[0]!;
	expect(items[0]!.json.url).toBe(url);
	expect(items[0]!.binary!.data!.fileName).toBe('member-7.png');
	expect(await read(items[0]!)).toEqual([url]);
});
