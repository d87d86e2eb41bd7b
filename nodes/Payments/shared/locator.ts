import type { INodeProperties } from 'n8n-workflow';

/** What is picked, and how. */
interface Pick {
	displayName: string;
	name: string;
	/** What the closed list says, such as `Select a charge...`. */
	placeholder: string;
	/** The list, by its name in `methods.listSearch` of the node. */
	searchListMethod: string;
}

/**
 * One record, chosen from a list that can be searched, or given by its ID. What it is for, whether it is
 * required, and where it is sent is up to the operation.
 */
export function locator({ displayName, name, placeholder, searchListMethod }: Pick) {
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
			},
		],
	} satisfies INodeProperties;
}
