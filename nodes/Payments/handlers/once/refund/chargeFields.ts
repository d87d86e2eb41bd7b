import type { OutputMapper } from '../../../output/outputMapper';
import { isSimplified } from '../../../output/simplify';
import { chargeFieldsOf } from '../../failedItem';

/**
 * Adds what the Payments API does not return with a refund: to the simplified output the order number of the charge, by
 * the name that it has in a charge and in a failed item, and to any output its remaining amount, if that was asked for.
 *
 * @param mapOutput maps the refund to the rest of the item
 */
export function withChargeFields(mapOutput: OutputMapper): OutputMapper {
	return (context) => {
		const mapItems = mapOutput(context);
		return async (items) => {
			const { order_reference_number, ...remaining } = chargeFieldsOf(context);
			const isNamed = isSimplified(context) && order_reference_number !== undefined;
			const added = { ...(isNamed && { order_reference_number }), ...remaining };
			const mapped = await mapItems(items);
			return mapped.map((item) => ({ ...item, json: { ...item.json, ...added } }));
		};
	};
}
