import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * Payment methods by their common names (docs/interface.md, Payment request). Their codes vary by country and source, so
 * some have several. The API may accept more.
 */
export const methodOptions: INodePropertyOptions[] = [
	{ name: 'Alipay', value: 'alipay' },
	{ name: 'Atome', value: 'atome' },
	{ name: 'Card', value: 'card' },
	{
		name: 'Card Reader',
		value: 'wifi_card_reader',
		description: 'At the counter. Requires a reader.',
	},
	{ name: 'FPX', value: 'fpx' },
	{ name: 'GCash', value: 'gcash' },
	{ name: 'GCash QR', value: 'gcash_qr' },
	{ name: 'GIRO', value: 'giro' },
	{ name: 'GrabPay', value: 'grabpay_direct' },
	{ name: 'GrabPay Later', value: 'grabpay_paylater' },
	{ name: 'IFPay QRIS', value: 'ifpay_qris' },
	{ name: 'LINE Pay', value: 'line_pay' },
	{ name: 'Opn PromptPay', value: 'opn_prompt_pay' },
	{ name: 'Opn TrueMoney', value: 'opn_true_money_qr' },
	{ name: 'PayMe VietQR', value: 'vietqr_payme' },
	{ name: 'PayNow', value: 'paynow_online' },
	{ name: 'PromptPay', value: 'promptpay' },
	{ name: 'QR Ph', value: 'qrph_netbank' },
	{ name: 'QRIS', value: 'doku_qris' },
	{ name: 'QRIS Alternative', value: 'qris', description: 'Another code of the same method' },
	{ name: 'ShopeePay', value: 'shopee_pay' },
	{ name: 'ShopeePay Recurring', value: 'shopee_recurring' },
	{ name: 'Touch N Go', value: 'touch_n_go' },
	{ name: 'TrueMoney', value: 'truemoney' },
	{ name: 'UPI', value: 'upi_qr' },
	{ name: 'UPI Alternative', value: 'upi', description: 'Another code of the same method' },
	{ name: 'VietQR', value: 'vietqr' },
	{ name: 'WeChat Pay', value: 'wechat' },
	{
		name: 'WeChat Pay Alternative',
		value: 'wechat_pay',
		description: 'Another code of the same method',
	},
	{ name: 'Zip', value: 'zip' },
];

/** The payment methods with a QR code in each source, with the countries of their accounts. */
const countries = new Map<unknown, string>([
	['paynow_online', 'Singapore'],
	['qrph_netbank', 'Philippines'],
	['doku_qris', 'Indonesia'],
	['upi_qr', 'India'],
]);

/** Those of one source only (docs/dialects.md, row 42). */
const otherQrMethods: unknown[] = [
	...['atome', 'gcash_qr', 'grabpay_direct', 'grabpay_paylater', 'ifpay_qris', 'opn_prompt_pay'],
	...['opn_true_money_qr', 'shopee_pay', 'touch_n_go', 'wechat_pay'],
];

/** The payment methods with a QR code (docs/interface.md, Payment request). */
export const qrMethodOptions: INodePropertyOptions[] = methodOptions
	.filter(({ value }) => countries.has(value) || otherQrMethods.includes(value))
	.map(({ name, value }) => ({
		name,
		value,
		description: countries.get(value) ?? 'Accepted by some accounts only',
	}));
