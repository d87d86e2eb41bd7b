import { readByPost } from '../../handlers/readByPost';
import { extraValuesOf } from '../fields/parameter';
import * as operation from '../operation';
import { estimateRecord } from './record';
import { inTerms, terms } from './terms';

export const estimate = operation.other({
	name: 'Estimate',
	value: 'estimate',
	action: 'Estimate a transfer',
	description:
		'Calculate the amounts, the exchange rate and the fees of a transfer, and send nothing',
	method: 'POST',
	isRead: true,
	url: '/v1/transfers/estimate',
	parameters: terms,
	output: estimateRecord,
	outputTexts: {
		fields: 'The fields to return. The beneficiary and both amounts are always included.',
	},
	addedFields: { beneficiary_id: '' },
	rules: inTerms,
	handler: (rules, fields, output) =>
		readByPost(['source_amount', 'payment_amount'], rules, fields, output, extraValuesOf(terms)),
});
