/** Pictures of QR codes, as n8n stores them and as the editor downloads them. */
import type { INodeParameters } from 'n8n-workflow';

import { expect, test } from './fixtures.mjs';
import { scan } from './scan.mjs';
import { chain, node, payments } from './workflows.mjs';
import { outputOf } from './editor.mjs';

test.use({ environmentName: 'qr' });

const counter: INodeParameters = {
	resource: 'staticQr',
	operation: 'create',
	name: 'Counter 1',
	paymentMethod: 'paynow_online',
	qrPicture: 'png',
};

const order: INodeParameters = {
	resource: 'paymentRequest',
	operation: 'create',
	amount: 25,
	currency: 'SGD',
	additionalFields: { paymentMethods: ['paynow_online'], referenceNumber: 'ORD-1042' },
	qrPicture: 'svg',
};

test('a phone reads the pictures of QR codes that the editor downloads', async ({
	environment,
}) => {
	const { editor, simulator, account } = environment;
	const workflow = await editor.importWorkflow({
		name: 'QR codes',
		...chain(
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			payments('Static QR', account, counter),
			payments('Payment request', account, order),
		),
	});
	const { status, data } = await editor.run(workflow);
	expect(status).toBe('success');
	const fileOf = (name: string) => outputOf({ data }, name)[0]?.binary?.data;

	for (const [name, mimeType, fileName, code] of [
		['Static QR', 'image/png', 'counter-1.png', simulator.records.staticQrs[0]?.qr_value],
		[
			'Payment request',
			'image/svg+xml',
			'ord-1042.svg',
			simulator.records.paymentRequests[0]?.qr_code_data?.qr_code,
		],
	] as const) {
		const file = fileOf(name);
		expect(file).toMatchObject({ mimeType, fileName });
		// n8n stores binary data in files by default.
		expect(file?.id).toMatch(/^filesystem/);
		expect(await scan(await editor.download(file?.id ?? ''))).toEqual([code]);
	}
});
