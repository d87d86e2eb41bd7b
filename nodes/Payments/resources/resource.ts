import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/**
 * One operation: its entry in the drop-down, whose routing names the request, and its parameters.
 * A parameter that is sent names its field of the API as `routing.send.property`.
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
 * Builds a resource from its operations: the Operation drop-down, and each parameter shown for its operation.
 *
 * @param preselected the operation that is selected in a new node
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
