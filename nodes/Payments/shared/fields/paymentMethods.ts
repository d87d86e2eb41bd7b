import type { INodePropertyOptions } from 'n8n-workflow';

/** Payment methods by their common names (docs/interface.md, Payment request). The API may accept more. */
export const methodOptions: INodePropertyOptions[] = [
	{ name: 'Alipay', value: 'alipay' },
	{ name: 'Card', value: 'card' },
	{ name: 'GrabPay', value: 'grabpay_direct' },
	{ name: 'GrabPay Later', value: 'grabpay_paylater' },
	{ name: 'PayNow', value: 'paynow_online' },
	{ name: 'QR Ph', value: 'qrph_netbank' },
	{ name: 'QRIS', value: 'doku_qris' },
	{ name: 'ShopeePay', value: 'shopee_pay' },
	{ name: 'UPI', value: 'upi_qr' },
	{ name: 'WeChat Pay', value: 'wechat' },
];

/** The payment methods with a QR code, in the account of which country (docs/interface.md, Payment request). */
export const qrMethodOptions: INodePropertyOptions[] = [
	{ name: 'PayNow', value: 'paynow_online', description: 'Singapore' },
	{ name: 'QR Ph', value: 'qrph_netbank', description: 'Philippines' },
	{ name: 'QRIS', value: 'doku_qris', description: 'Indonesia' },
	{ name: 'UPI', value: 'upi_qr', description: 'India' },
];
