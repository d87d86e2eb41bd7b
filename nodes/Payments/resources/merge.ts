import type { INodeProperties } from 'n8n-workflow';

/** An operation or a resource, and its parameters. */
interface Owner {
	value: string;
	fields: INodeProperties[];
}

/**
 * Merges the parameters of all operations or resources: equal ones become one, as the editor loads all of them at once.
 * The parameters of each owner keep their order.
 *
 * @returns the parameters, each shown for its owners
 */
export function merge(by: 'operation' | 'resource', owners: Owner[]): INodeProperties[] {
	const merged: Array<{ field: INodeProperties; values: string[]; json: string }> = [];
	for (const { value, fields } of owners) {
		let next = 0;
		for (const field of fields) {
			const json = JSON.stringify(field);
			const same = merged.findIndex((one, index) => index >= next && one.json === json);
			const at = same === -1 ? next : same;
			if (same === -1) merged.splice(at, 0, { field, values: [], json });
			merged[at]!.values.push(value);
			next = at + 1;
		}
	}
	return merged.map(({ field, values }) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { [by]: values, ...field.displayOptions?.show },
		},
	}));
}
