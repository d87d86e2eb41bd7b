/** The names that records are generated from. Places and people are invented; addresses end in .example. */

export const firstNames =
	'Mei, Arjun, Siti, Daniel, Priya, Wei Ming, Nurul, Hannah, José, Aisyah, Kenji, Rachel, Farid, Li Na, Grace, Mohan, Chloé, Jun Hao'.split(
		', ',
	);

export const lastNames =
	"Tan, Lim, Rahman, Kumar, Wong, Santos, Nair, Ismail, Goh, Fernandez, Chua, O'Brien, Yamada, Pillai, Koh, Abdullah".split(
		', ',
	);

export const businessNames = [
	'Kopi & Kueh',
	'Harbour Cycles',
	'Lantern Books',
	'Rainforest Yoga',
	'Tide Surf Club',
];

export const remarks = [
	'',
	'',
	'',
	'Gift wrapped',
	'Paid at the counter',
	'Deposit for catering',
	'Monthly workshop',
	'Table 12',
	'Delivery on Friday',
	'Collected in store',
];

export const channels = [
	['api', 5],
	['payment_link', 3],
	['point_of_sale', 3],
	['online_store', 2],
	['static_qr', 1],
	['recurring', 1],
] as const;

export const banks = [
	'Straits Commercial Bank',
	'Merlion Savings Bank',
	'Orchid Trust Bank',
	'Causeway Bank',
];

export const places: ReadonlyArray<{
	city: string;
	state: string;
	country: string;
	streets: readonly string[];
	postal: number;
}> = [
	{
		city: 'Singapore',
		state: 'Singapore',
		country: 'sg',
		streets: ['Orchard Road', 'Tiong Bahru Road', 'Joo Chiat Road', 'Haji Lane', 'Bedok North'],
		postal: 6,
	},
	{
		city: 'Singapore',
		state: 'Singapore',
		country: 'sg',
		streets: ['Serangoon Road', 'Keong Saik Road', 'Holland Avenue', 'Punggol Walk'],
		postal: 6,
	},
	{
		city: 'Kuala Lumpur',
		state: 'Kuala Lumpur',
		country: 'my',
		streets: ['Jalan Bukit Bintang', 'Jalan Alor', 'Jalan Telawi'],
		postal: 5,
	},
];

export const shopKinds = ['Flagship', 'Kiosk', 'Café', 'Pop-up', 'Warehouse', 'Counter', 'Stall'];

export const categoryNames = ['Drinks', 'Snacks', 'Clothes', 'Books', 'Gifts', 'Kitchen'];

/** Name, headline and price in Singapore dollars. */
export const goods: ReadonlyArray<readonly [string, string, number]> = [
	['Kopi Beans', 'Roasted in Tiong Bahru', 18.5],
	['Kaya Jam', 'With pandan', 7.9],
	['Batik Shirt', 'Printed by hand', 59],
	['Teh Tarik Mix', 'Ten servings', 12],
	['Enamel Cup', 'For kopi and teh', 9.5],
	['Peranakan Tile', 'Made to order', 24],
	['Canvas Bag', 'Carries a week of groceries', 15],
	['Hawker Guide', 'Second edition', 32.5],
	['Pineapple Tarts', 'A box of twenty', 22],
	['Yoga Mat', 'Natural rubber', 68],
];

export const sizes = ['Small', 'Medium', 'Large'];

export const cardCountries = [
	['SG', 'Singapore'],
	['MY', 'Malaysia'],
	['US', 'United States'],
	['AU', 'Australia'],
	['JP', 'Japan'],
] as const;

/** Name, fixed fee (major units) and rate of each payment method, and its weight. */
export const paymentMethods: ReadonlyArray<
	readonly [{ name: string; fixed: number; rate: number }, number]
> = [
	[{ name: 'card', fixed: 0.5, rate: 0.028 }, 5],
	[{ name: 'paynow_online', fixed: 0.2, rate: 0.0065 }, 5],
	[{ name: 'grabpay_direct', fixed: 0.2, rate: 0.026 }, 2],
	[{ name: 'shopee_pay', fixed: 0.2, rate: 0.024 }, 1],
	[{ name: 'wechat', fixed: 0.3, rate: 0.025 }, 1],
	[{ name: 'alipay', fixed: 0.3, rate: 0.025 }, 1],
];

export const cardBrands = [
	['visa', 5],
	['mastercard', 4],
	['amex', 1],
] as const;

/** Value of one unit in Singapore dollars, and weight. */
export const currencies: ReadonlyArray<readonly [{ code: string; rate: number }, number]> = [
	[{ code: 'sgd', rate: 1 }, 16],
	[{ code: 'myr', rate: 0.3021 }, 3],
	[{ code: 'usd', rate: 1.2874 }, 1],
];

/** Returns the number of decimals of a currency (ISO 4217). */
export function decimalsOf(currency: string): number {
	const others: Record<string, number> = { jpy: 0, krw: 0, vnd: 0, bhd: 3, kwd: 3, omr: 3 };
	return others[currency] ?? 2;
}
