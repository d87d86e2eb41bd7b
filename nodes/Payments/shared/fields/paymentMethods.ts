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
