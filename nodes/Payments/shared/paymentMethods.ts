import type { INodePropertyOptions } from 'n8n-workflow';

/** Ways to pay, as people know them (docs/interface.md, Payment request). The service may know more. */
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
