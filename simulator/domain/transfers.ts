import { invalid } from '../errors';
import { cents } from '../records/charges';
import { rates } from '../records/transfers';
import type { Beneficiary, TransferTerms } from '../records/types';
import type { Business } from './business';

/** The price of a transfer, in the fields of its record. */
export interface Quote {
	beneficiary: Beneficiary;
	source_currency: string;
	source_amount: number;
	payment_currency: string;
	payment_amount: number;
	rate: number;
	fee: { amount: number; currency: string; paid_by: 'payer' };
}

/** The fee of each transfer, in the currency that the business pays in. */
const FEE = 0.5;

/** Returns the price of a transfer (docs/interface.md, Choices of the simulator). @throws a 422 about a wrong value */
export function quote({ beneficiaries }: Business, terms: TransferTerms): Quote {
	const beneficiary = beneficiaries.find(({ id }) => id === terms.beneficiary_id.toLowerCase());
	if (!beneficiary) throw invalid('beneficiary_id', 'The selected beneficiary id is invalid.');
	const source_currency = terms.source_currency.toLowerCase();
	const [from, to = 1] = [rates[source_currency], rates[beneficiary.currency]];
	if (from === undefined)
		throw invalid('source_currency', 'The selected source currency is invalid.');
	const rate = to / from;
	const { source_amount, payment_amount = 0 } = terms;
	const [sent, received] =
		source_amount === undefined
			? [payment_amount / rate, payment_amount]
			: [source_amount, source_amount * rate];
	return {
		...{ beneficiary, source_currency, source_amount: cents(sent), rate },
		...{ payment_currency: beneficiary.currency, payment_amount: cents(received) },
		fee: { amount: FEE, currency: source_currency, paid_by: 'payer' },
	};
}
