import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * What a Delete gives, whatever the service answers to it.
 *
 * @param parameter the name of the parameter with the ID, typed in or chosen from a list
 */
export function deleted(parameter: string) {
	return function (this: IExecuteSingleFunctions): Promise<INodeExecutionData[]> {
		const id = (this.getNodeParameter(parameter, '', { extractValue: true }) as string).trim();
		return Promise.resolve([{ json: { deleted: true, id } }]);
	};
}
