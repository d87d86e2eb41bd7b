import type { INodeProperties } from 'n8n-workflow';

/** The filters of a Get Many: what narrows a list down. */
export function filters(options: INodeProperties[]): INodeProperties {
	return collection('Filters', 'filters', 'Add Filter', options);
}

/** What something to be created may have besides what it must have. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	return collection('Additional Fields', 'additionalFields', 'Add Field', options);
}

/**
 * What can be changed of something that exists; what is not there stays as it is, so nothing is
 * required, and each field can be added whatever the others say.
 */
export function updateFields(options: INodeProperties[]): INodeProperties {
	const free = options.map((field) => ({ ...field, required: false, displayOptions: undefined }));
	return collection('Update Fields', 'updateFields', 'Add Field', free);
}

function collection(
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	const byLabel = options.toSorted((a, b) => a.displayName.localeCompare(b.displayName));
	return { displayName, name, type: 'collection', placeholder, default: {}, options: byLabel };
}
