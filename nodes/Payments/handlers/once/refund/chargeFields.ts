import type { OutputMapper } from '../../../output/outputMapper';
import { isSimplified } from '../../../output/simplify';
import { chargeFieldsOf } from '../../identifiers';

/**
 * Adds fields of the charge that the Payments API does not return with a refund. To the simplified output, it adds the
 * order number, by the name that it has in a charge and in a failed item. To any output, it adds the remaining amount
 * if the option is set.
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
