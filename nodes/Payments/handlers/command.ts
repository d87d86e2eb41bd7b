import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../output/outputMapper';
import type { RequestHandler } from '../run/context';
import { send } from '../transport/send';
import type { Rules } from '../validation/rules';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';

/**
 * Sends a command to a device, to which the API responds without a record. A POST whose outcome is unknown is not sent
 * again: meanwhile, the device may serve the next customer.
 *
 * @param rules, fields as in `validateAndBuild`
 */
export function command(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) => {
			await send(context, request);
			return [{ json: { success: true, ...(request.options.body as IDataObject) } }];
		},
		output,
	);
}
