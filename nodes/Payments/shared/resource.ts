import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * One operation: its entry in the drop-down, whose routing names the request, and its parameters.
 * A parameter that is sent names its field in the service's words as `routing.send.property`.
 */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/** One resource: its entry in the drop-down, its operations, and the parameters of all of them. */
export interface Resource {
	option: INodePropertyOptions;
	operations: INodePropertyOptions[];
	properties: INodeProperties[];
}

/**
 * Puts operations together to a resource: the Operation drop-down (the first one is preselected
 * unless `preselected` names another), and every parameter shown where it belongs.
 */
export function resource(
	option: { name: string; value: string },
	operations: Operation[],
	preselected: Operation | undefined = operations[0],
): Resource {
	const options = operations.map((operation) => operation.option);
	const byDefault = preselected?.option.value ?? '';
	const operationField: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options,
		default: byDefault,
	};
	const fields = operations.flatMap(({ option: { value }, fields }) =>
		fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [option.value], operation: [value], ...field.displayOptions?.show },
			},
		})),
	);
	return { option, operations: options, properties: [operationField, ...fields] };
}
