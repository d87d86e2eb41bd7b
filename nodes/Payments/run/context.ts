import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

/** n8n's functions for one item: they read its parameters and send its requests. */
export type Context = IExecutePaginationFunctions;

/** n8n's functions for an item, or for a poll trigger, which has no items. */
export interface NodeContext {
	getNode(): INode;
	getItemIndex?(): number;
	getNodeParameter(name: string, otherwise?: IDataObject | string): unknown;
	getTimezone(): string;
}

/** A request as n8n built it, with the operation's `postReceive` functions. */
export type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** A function for `routing.operations.pagination`, which n8n calls instead of sending the item's request. */
export type RequestHandler = (this: Context, request: RequestData) => Promise<INodeExecutionData[]>;
