import type { INodeExecutionData } from 'n8n-workflow';

import type { Context } from '../run/context';

type Awaitable<T> = T | Promise<T>;

export type MapItems = (items: INodeExecutionData[]) => Awaitable<INodeExecutionData[]>;

/**
 * Validates the parameters of the output before anything is sent, and returns the function that maps records to it
 * afterwards.
 */
export type OutputMapper = (context: Context) => MapItems;

/** Returns records as the Payments API returns them. */
export const asReturned: OutputMapper = () => (items) => items;
