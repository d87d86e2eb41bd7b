import type { QrImageSource } from '../../output/qrImage';
import { amount, time, unchanged, recordType, type RecordType } from '../../output/recordType';
import { savedMethodOf } from '../../shared/savedMethod';
import { cycleInWords } from '../plan/record';

/** Returns a reader of a field of the saved card. */
const ofCard =
	(field: string): RecordType['fields'][string] =>
	(record) =>
		savedMethodOf(record)?.card?.[field];

/** docs/interface.md, Subscription. */
export const subscriptionRecord = recordType(
	{
		id: unchanged,
		status: unchanged,
		customer_email: unchanged,
		name: unchanged,
		amount,
		currency: unchanged,
		cycle: unchanged,
		url: unchanged,
		created_at: time,
	},
	{
		address: unchanged,
		business_recurring_plans_id: unchanged,
		customer_name: unchanged,
		customer_phone_number: unchanged,
		cycle_frequency: unchanged,
		cycle_in_words: cycleInWords,
		cycle_repeat: unchanged,
		description: unchanged,
		email_status: unchanged,
		expires_at: time,
		pause_from: unchanged,
		pause_until: unchanged,
		payment_method_brand: ofCard('brand'),
		payment_method_last4: ofCard('last4'),
		payment_methods: unchanged,
		payment_provider_charge_method: unchanged,
		price: amount,
		redirect_url: unchanged,
		reference: unchanged,
		save_card: unchanged,
		send_email: unchanged,
		sms_status: unchanged,
		times_charged: unchanged,
		times_to_be_charged: unchanged,
		total_charge: amount,
		updated_at: time,
	},
);

/** docs/interface.md, Charge of a subscription. */
export const chargeRecord = recordType(
	{
		payment_id: unchanged,
		recurring_billing_id: unchanged,
		amount,
		currency: unchanged,
		status: unchanged,
	},
	{},
	{
		keys: ['payment_id'],
	},
);

/** The page where the customer attaches a payment method, and the name of the image file. */
export const subscriptionPicture: QrImageSource = {
	code: ({ url }) => url,
	name: ({ reference, name }) => reference || name,
};
