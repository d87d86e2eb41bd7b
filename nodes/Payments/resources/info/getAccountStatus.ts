import * as operation from '../operation';
import { accountStatusRecord } from './record';

export const getAccountStatus = operation.other({
	name: 'Get Account Status',
	value: 'getAccountStatus',
	action: 'Get account status',
	description: 'Check which payment providers can be paid through and pay out',
	method: 'GET',
	url: '/v1/account-status',
	output: accountStatusRecord,
	outputTexts: {
		output: 'How much of the status to return',
		raw: 'All fields in one item, as the Payments API returns them',
		fields: 'The fields to return. The provider is always included.',
	},
});
