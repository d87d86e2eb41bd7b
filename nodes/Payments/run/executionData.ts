import type { IDataObject, INodeProperties, IWorkflowDataProxyData } from 'n8n-workflow';

/** n8n's highlighted data of an execution: up to ten names, and texts. */
interface CustomData {
	get(name: string): string | undefined;
	set(name: string, value: string): void;
}

/** Characters of a text: n8n cuts it after 512, and logs an error from 256 on (n8n 2.0.0 and 2.41.1). */
const MAX_LENGTH = 255;

/** The editor's filter finds a part of the text, so a value can have several IDs. */
const SEPARATOR = ', ';

/** An ID or a reference number, but no text, and no email address in any encoding. */
const ID = /^[\p{L}\p{N}._:#/-]{1,255}$/u;

/** Whether to save IDs to the execution; `savesIds` reads it by its name. */
export const saveIdsOption: INodeProperties = {
	displayName: 'Save IDs to Execution',
	name: 'saveIds',
	type: 'boolean',
	default: false,
	description:
		"Whether to save 'payment_id', 'payment_request_id', 'refund_id' and 'reference_number' as highlighted data of the execution, by which the list of executions can be filtered. Of several items, the first six or so fit.",
};

/** Returns whether the option is set. @param options the node's options */
export function savesIds(options: unknown): boolean {
	return (options as IDataObject).saveIds === true;
}

/**
 * Adds IDs to the data by which an execution can be found, as long as they fit.
 *
 * @param proxy n8n's data of expressions: only it has the custom data in n8n 2.0.0, too
 * @param fields of a record or an event, by the names of the output
 */
export function saveIds(proxy: IWorkflowDataProxyData, fields: IDataObject) {
	const { customData } = proxy.$execution as { customData: CustomData };
	const { payment_id, payment_request_id, refund_id } = fields;
	const reference_number =
		fields.reference_number ?? fields.reference ?? fields.order_reference_number;
	const ids = { payment_id, payment_request_id, refund_id, reference_number };
	for (const [name, id] of Object.entries(ids)) {
		if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id))) continue;
		if (!ID.test(String(id))) continue;
		const saved = customData.get(name)?.split(SEPARATOR) ?? [];
		const value = [...saved, id].join(SEPARATOR);
		if (!saved.includes(String(id)) && value.length <= MAX_LENGTH) customData.set(name, value);
	}
}
