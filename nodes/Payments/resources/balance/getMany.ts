import { unpagedList } from '../../handlers/lists/list';
import * as operation from '../operation';
import { balanceRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many balances',
	description:
		'Retrieve the balances of the account, by currency and wallet, such as available or pending',
	url: '/v1/balances',
	output: balanceRecord,
	outputTexts: {
		fields: 'The fields to return. The currency and the wallet are always included.',
	},
	handler: unpagedList,
});
