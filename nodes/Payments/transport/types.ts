import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

/** What n8n hands over of one item: functions to read its parameters and to send requests. */
export type Context = IExecutePaginationFunctions;

/** What reads parameters and stops with an error: an item, or a trigger that polls, which has none. */
export interface NodeContext {
	getNode(): INode;
	getItemIndex?(): number;
	getNodeParameter(name: string, otherwise?: IDataObject | string): unknown;
	getTimezone(): string;
}

/** One request as n8n put it together, with the operation's `postReceive` functions. */
export type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** A function for `routing.operations.pagination`: everything that one item sends goes through it. */
export type Send = (this: Context, request: RequestData) => Promise<INodeExecutionData[]>;
