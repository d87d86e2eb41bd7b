import type { INodeProperties } from 'n8n-workflow';

/** The filters of a Get Many: what narrows a list down. */
export function filters(options: INodeProperties[]): INodeProperties {
	const description = 'Which records are returned. Without a filter, all of them count.';
	return collection('Filters', 'filters', 'Add Filter', description, options);
}

/** What something to be created may have besides what it must have. */
export function additionalFields(options: INodeProperties[]): INodeProperties {
	const description =
		'What may be said besides. Fields that are not added are left to the service.';
	return collection('Additional Fields', 'additionalFields', 'Add Field', description, options);
}

/**
 * What can be changed of something that exists; what is not there stays as it is, so nothing is
 * required, and each field can be added whatever the others say.
 */
export function updateFields(options: INodeProperties[]): INodeProperties {
	const free = options.map((field) => ({ ...field, required: false, displayOptions: undefined }));
	const description = 'What changes. Everything that is not added stays as it is.';
	return collection('Update Fields', 'updateFields', 'Add Field', description, free);
}

function collection(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
	options: INodeProperties[],
): INodeProperties {
	// Labels are in English: comparing by a locale would load one, which takes as long as the rest of it.
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
