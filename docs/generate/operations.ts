import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node.js';

/** An entry of the Operation drop-down, and whose it is. */
export interface Operation extends INodePropertyOptions {
	resource: string;
}

/** The description of the Payments node. */
export const { properties } = new Payments().description;

/** The entries of the Resource drop-down, in its order. */
export const resources = optionsOf(properties.find(({ name }) => name === 'resource')!);

/** All operations in the order of the drop-downs, by name, such as `Charge: Get Many`. */
export const operations = new Map(
	resources.flatMap((resource) =>
		properties
			.filter((field) => field.name === 'operation' && isShown(field, 'resource', resource.value))
			.flatMap(optionsOf)
			.map((one): [string, Operation] => [
				`${resource.name}: ${one.name}`,
				{ ...one, resource: resource.value as string },
			]),
	),
);

/** The operations of a resource, by name. */
export function operationsOf(resource: string): Array<[string, Operation]> {
	return [...operations].filter(([name]) => name.startsWith(`${resource}: `));
}

/** The page of a resource: of Payment Request, payment-request.md. */
export function fileOf(resource: string): string {
	return `${resource.toLowerCase().replaceAll(' ', '-')}.md`;
}

/** The parameters of an operation only. */
export function fieldsOf({ resource, value }: Operation): INodeProperties[] {
	return properties.filter(
		(field) => isShown(field, 'resource', resource) && isShown(field, 'operation', value),
	);
}

/** The parameters of every operation, with what a collection among them has for a resource. */
export function commonFieldsOf(resource: string): INodeProperties[] {
	const isOf = ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.['/resource']?.includes(resource) ?? true;
	return properties
		.filter(({ name, displayOptions: { show } = {} }) => {
			if (name === 'resource' || name === 'operation') return false;
			return !show?.operation && (show?.resource?.includes(resource) ?? true);
		})
		.map((field) =>
			field.type === 'collection'
				? { ...field, options: (field.options as INodeProperties[]).filter(isOf) }
				: field,
		);
}

/** The entries of a drop-down. */
export function optionsOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

function isShown({ displayOptions }: INodeProperties, by: string, value: unknown): boolean {
	return displayOptions?.show?.[by]?.includes(value as string) ?? false;
}
