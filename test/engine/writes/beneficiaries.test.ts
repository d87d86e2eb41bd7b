import type { INodeParameters } from 'n8n-workflow';

import { getAccountFields } from '../../../nodes/Payments/listSearch/money/accountFields';
import { useFreshSimulator } from '../../useSimulator';
import { beOdd, mustBeReadable, often } from '../odd';
import { contextOf } from '../openList';
import { succeeded } from '../outcomes';
import { apiKeyOf, operation, runnerOf } from '../run';
import { shortenWaits } from '../waits';

shortenWaits();
const simulator = useFreshSimulator();
const run = runnerOf(simulator);

const fieldsOf = async (given: INodeParameters) =>
	(
		await getAccountFields.call(
			contextOf(apiKeyOf(simulator), undefined, undefined, {
				...{ transferMethod: 'bank_transfer', holderType: 'company' },
				...given,
			}),
		)
	).fields;

const optional = ['nickname', 'remark', 'email', 'is_favourite'];

describe('the details of an account are the fields that HitPay asks for', () => {
	test.each([
		['sg', 'SGD', 'bank_transfer', ['transfer_type', 'bank_swift_code', 'account_number']],
		['bd', 'BDT', 'upay', ['district', 'account_number']],
		[
			'ph',
			'PHP',
			'bank_transfer',
			[
				...['transfer_type', 'bank_id', 'account_number'],
				...['address.street', 'address.postcode', 'address.city'],
			],
		],
	])('in %s, in %s, by %s', async (country, currency, transferMethod, required) => {
		const fields = await fieldsOf({
			...{ country, transferMethod },
			currency: { __rl: true, mode: 'id', value: currency },
		});
		expect(fields.map(({ id }) => id)).toEqual([...required, ...optional]);
		expect(fields.filter((one) => one.required).map(({ id }) => id)).toEqual(required);
	});

	test('banks are chosen by their names', async () => {
		const fields = await fieldsOf({ country: 'sg', currency: 'SGD' });
		const { type, options } = fields.find(({ id }) => id === 'bank_swift_code')!;
		expect([type, options![0]]).toEqual([
			'options',
			{ name: 'Straits Commercial Bank', value: 'STRASGSGXXX' },
		]);
	});

	test('of a country that has no such account, the message is that of HitPay', async () => {
		const failed = fieldsOf({ country: 'sg', currency: 'PHP' });
		await expect(failed).rejects.toThrow('The given data was invalid');
	});

	test('whatever the response is, they have names, or the message says what to do', async () => {
		beOdd(simulator, 'account fields');
		await often(async () => {
			for (const { id, displayName } of await fieldsOf({ country: 'sg', currency: 'SGD' })) {
				expect(id).not.toBe('');
				mustBeReadable(displayName);
			}
		});
	});
});

const create = (value: INodeParameters, more: INodeParameters = {}) =>
	operation('beneficiary', 'create', {
		...{ country: 'ph', currency: 'PHP', holderType: 'company', holderName: 'Ben Yu' },
		accountDetails: { mappingMode: 'defineBelow', value },
		...more,
	});
const account = { transfer_type: 'local', bank_id: 'STRASGSGXXX', account_number: '14098377' };
const address = { 'address.street': 'Roxas', 'address.postcode': 1000, 'address.city': 'Manila' };

test('the details are sent by their keys, parts of an object in it, blank ones not at all', async () => {
	const more = { nickname: '', is_favourite: true };
	await succeeded(run(create({ ...account, ...address, ...more })));
	expect(simulator.requests.at(-1)!.body).toEqual({
		...{ country: 'ph', currency: 'php', transfer_method: 'bank_transfer', holder_type: 'company' },
		...{ holder_name: 'Ben Yu', ...account, is_favourite: true },
		address: { street: 'Roxas', postcode: '1000', city: 'Manila' },
	});
});

test('details that the editor does not show are not sent, nor a number that has lost digits', async () => {
	const value = { ...account, ...address, bank_swift_code: 'OLDBSGSGXXX', remark: 'Removed' };
	const fields = Object.keys({ ...account, ...address, remark: '' });
	const schema = fields.map((id) => ({ id, removed: id === 'remark' }));
	const accountDetails = { mappingMode: 'defineBelow', value, schema };
	await succeeded(run(create({}, { accountDetails })));
	expect(simulator.requests.at(-1)!.body).toMatchObject(account);
	expect(simulator.requests.at(-1)!.body).not.toHaveProperty('bank_swift_code');
	expect(simulator.requests.at(-1)!.body).not.toHaveProperty('remark');

	const { error } = await run(create({ ...account, account_number: 2 ** 64 }));
	expect(error!.message).toBe("'Account Details' is a number of more than 15 digits");
});

test('without details, nothing is sent', async () => {
	const { error } = await run(create({ account_number: ' ' }));
	expect(error!.message).toBe("'Account Details' is empty");
	expect(simulator.requests).toEqual([]);
});

test('a creation whose response is lost is found by its holder and account, and no other account of the holder is it', async () => {
	const others = () => simulator.records.beneficiaries.length;
	const before = others();
	simulator.fault({ method: 'POST', cut: 'after' });
	const items = ['14098377', '14098378'].map((account_number) => ({ account_number }));
	const details = { ...account, ...address, account_number: '={{ $json.account_number }}' };
	const result = await succeeded(run(create(details, { output: 'raw' }), { items }));
	expect(result.items.map(({ json }) => json.account_number)).toEqual(['14098377', '14098378']);
	expect(others() - before).toBe(2);
});
