import type { INodeProperties } from 'n8n-workflow';

/** Returns the collection of the filters of a Get Many. */
export function filters(options: INodeProperties[]): INodeProperties {
	const description =
		'Only return the records that match. Without a filter, all records are returned.';
	return collection('Filters', 'filters', 'Add Filter', description, options);
}

/** Returns the collection of the optional fields of a record to create. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	const description =
		'Optional fields. For fields that are not added, the defaults of the Payments API apply.';
	return collection('Additional Fields', 'additionalFields', 'Add Field', description, options);
}

/**
 * Returns the collection of the fields that an update can change. Fields that are not added stay as they are, so
 * none is required, and each can be added regardless of the others.
 */
export function updateFields(options: INodeProperties[]): INodeProperties {
	const free = options.map((field) => ({ ...field, required: false, displayOptions: undefined }));
	const description = 'The fields to change. Fields that are not added keep their values.';
	return collection('Update Fields', 'updateFields', 'Add Field', description, free);
}

function collection(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
	options: INodeProperties[],
): INodeProperties {
	// Labels are in English. Comparing by locale would load one, which takes as long as all the rest.
	const byLabel = options.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return {
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		description,
		options: byLabel,
	};
}
