import type { INodeProperties } from 'n8n-workflow';

/** What can be selected, and from which list. */
interface LocatorOptions {
	displayName: string;
	name: string;
	/** The text of the closed list, such as `Select a charge...`. */
	placeholder: string;
	/** The list, by its name in `methods.listSearch` of the node. */
	searchListMethod: string;
	/** How a value is entered in place of the selection. By default, the ID of a record. */
	entered?: { displayName: string; placeholder: string };
}

const BY_ID = { displayName: 'By ID', placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11' };

/**
 * Returns a parameter that selects one record from a searchable list or by its ID. The operation adds its
 * description, whether it is required, and where it is sent.
 */
export function locator({
	displayName,
	name,
	placeholder,
	searchListMethod,
	entered = BY_ID,
}: LocatorOptions) {
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
				displayName: entered.displayName,
				name: 'id',
				type: 'string',
				placeholder: entered.placeholder,
			},
		],
	} satisfies INodeProperties;
}
