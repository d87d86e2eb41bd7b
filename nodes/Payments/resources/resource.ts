import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { RecordType } from '../output/recordType';
import { merge } from './merge';

/**
 * One operation: its entry in the drop-down, whose routing names the request, and its parameters.
 * A parameter that is sent names its field of the API as `routing.send.property`.
 */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** The record that it returns, if its output can be selected. */
	output?: RecordType;
	/** Fields that the node adds to the record, with any value of their type. */
	addedFields?: IDataObject;
	/** The output where it is no record of the API, with any value of each type. */
	sample?: IDataObject;
	/** Whether it changes nothing, although its request is a POST. */
	isRead?: boolean;
}

/** One resource: its entry in the drop-down, its operations, and the parameters of all of them. */
export interface Resource {
	option: INodePropertyOptions;
	/** Whether the default scope of the OAuth2 credential may not cover the operations. */
	mayNeedScope: boolean;
	operations: INodePropertyOptions[];
	/** The Operation drop-down. */
	operationField: INodeProperties;
	/** The parameters of its operations, shown for any resource. */
	fields: INodeProperties[];
	/** The output of each operation, by its value, and whether it only reads. */
	outputs: Record<string, Pick<Operation, 'output' | 'addedFields' | 'sample' | 'isRead'>>;
}

interface About {
	name: string;
	value: string;
	mayNeedScope?: boolean;
	preselected: Operation;
}

/**
 * Builds a resource from its operations: the Operation drop-down, and each parameter shown for its operation.
 *
 * @param about.preselected the operation that is selected in a new node. It never changes: n8n does not save a default, so
 * saved workflows would run another operation
 */
export function resource(
	{ mayNeedScope = false, preselected, ...option }: About,
	operations: Operation[],
): Resource {
	const options = operations.map((operation) => operation.option);
	// n8n's linter does not see a default in a member of an object.
	const byDefault = preselected.option.value;
	const operationField: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [option.value] } },
		options,
		default: byDefault,
	};
	const fields = merge(
		'operation',
		operations.map((one) => ({ value: one.option.value as string, fields: one.fields })),
	);
	const outputs = Object.fromEntries(operations.map((one) => [one.option.value as string, one]));
	return { option, mayNeedScope, operations: options, operationField, fields, outputs };
}
