import { banks } from './sample/names';
import type { AccountField } from './types';

type Choice = [value: string, label: string];

/** The accounts of a country: its currencies, and the fields of each method of transfer. */
interface Country {
	name: string;
	currencies: Choice[];
	methods: Array<[...Choice, AccountField[]]>;
}

const input = (key: string, title: string, more: Partial<AccountField> = {}) =>
	field(key, title, { type: 'input', placeholder: null, required: true, ...more });

const select = (key: string, title: string, choices: Choice[], value?: string) => {
	const options = choices.map(([one, label]) => ({ value: one, label }));
	return field(key, title, { type: 'select', required: true, force_display: true, options, value });
};

function field(key: string, title: string, more: Partial<AccountField>): AccountField {
	return { key, title, placeholder: null, force_display: false, ...more } as AccountField;
}

const swiftCodes = banks.map((name): Choice => [swiftCodeOf(name), name]);
const accountNumber = input('account_number', 'Account Number', { validation: '/^\\d{4,32}$/' });
const ofBank = [select('bank_id', 'Bank Name', swiftCodes), accountNumber];
const ofWallet = [
	select('district', 'District', [['BD-03', 'Bogura']]),
	input('account_number', 'Mobile Number'),
];

const countries: Record<string, Country> = {
	au: country('Australia', ['aud', 'Australian Dollar'], ofBank),
	bd: {
		name: 'Bangladesh',
		currencies: [['bdt', 'Bangladeshi Taka']],
		methods: [
			[
				'bank_transfer',
				'Bank Transfer',
				[...ofBank, input('bank_routing_number', 'Routing Number')],
			],
			['upay', 'Upay', ofWallet],
			['bkash', 'bKash', ofWallet],
			['tap', 'TAP', ofWallet],
		],
	},
	my: country('Malaysia', ['myr', 'Malaysian Ringgit'], ofBank),
	ph: country(
		'Philippines',
		['php', 'Philippine Peso'],
		[
			...ofBank,
			...[
				input('address.street', 'Street'),
				input('address.postcode', 'Postcode'),
				input('address.city', 'City'),
			],
		],
	),
	sg: country(
		'Singapore',
		['sgd', 'Singapore Dollar'],
		[select('bank_swift_code', 'Bank Name', swiftCodes), accountNumber],
	),
	vn: country('Vietnam', ['vnd', 'Vietnamese Dong'], ofBank),
};

function country(name: string, currency: Choice, fields: AccountField[]): Country {
	return { name, currencies: [currency], methods: [['bank_transfer', 'Bank Transfer', fields]] };
}

function swiftCodeOf(bank: string): string {
	return `${bank
		.replaceAll(/[^A-Za-z]/g, '')
		.toUpperCase()
		.padEnd(4, 'X')
		.slice(0, 4)}SGSGXXX`;
}

const optional = [
	input('nickname', 'Nickname', { required: false }),
	input('remark', 'Remark', { required: false }),
	input('email', 'Email Address', { required: false, validation: 'email' }),
	field('is_favourite', 'Mark this beneficiary as favourite', {
		...{ type: 'checkbox-boolean', required: false, value: false },
	}),
];

/** The choices so far. */
export type Chosen = Partial<
	Record<'country' | 'transfer_method' | 'transfer_type' | 'currency' | 'holder_type', string>
>;

/**
 * Returns the fields of a new beneficiary: each choice lets the next ones appear (docs/interface.md, POST
 * /v1/beneficiaries/schema).
 *
 * @returns nothing if there are no such accounts
 */
export function accountFields(chosen: Chosen): AccountField[] | undefined {
	const all = Object.entries(countries).map(([code, { name }]): Choice => [code, name]);
	const fields = [select('country', 'Country', all, chosen.country)];
	if (chosen.country === undefined) return fields;
	const { methods = [], currencies = [] } = countries[chosen.country] ?? {};
	const names = methods.map(([value, label]): Choice => [value, label]);
	fields.push(select('transfer_method', 'Transfer Method', names, chosen.transfer_method));
	const method = methods.find(([value]) => value === (chosen.transfer_method ?? methods[0]?.[0]));
	if (!method) return undefined;
	if (chosen.transfer_method === undefined) return fields;
	if (method[0] === 'bank_transfer') {
		const type = select('transfer_type', 'Transfer Type', [['local', 'Local']], 'local');
		fields.push({ ...type, required: false, force_display: false });
	}
	fields.push(select('currency', 'Currency', currencies, chosen.currency));
	if (chosen.currency === undefined) return fields;
	if (!currencies.some(([code]) => code === chosen.currency)) return undefined;
	const holders: Choice[] = [
		['company', 'Company'],
		['individual', 'Individual'],
	];
	fields.push(select('holder_type', 'Entity Type', holders, chosen.holder_type));
	if (chosen.holder_type === undefined) return fields;
	return [...fields, input('holder_name', 'Account Holder Name'), ...method[2], ...optional];
}

/** Returns the name of a bank by its code. */
export function bankOf(code: string | undefined): string {
	return swiftCodes.find(([one]) => one === code)?.[1] ?? banks[0]!;
}
