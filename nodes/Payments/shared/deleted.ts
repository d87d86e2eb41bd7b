import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * What a Delete gives, whatever the service answers to it.
 *
 * @param parameter the name of the parameter with the ID, typed in or chosen from a list
 */
export function deleted(parameter: string) {
	return function (this: IExecuteSingleFunctions): Promise<INodeExecutionData[]> {
		// An expression may give a number.
		const given = this.getNodeParameter(parameter, '', { extractValue: true }) as string | number;
		const id = String(given).trim();
		return Promise.resolve([{ json: { deleted: true, id } }]);
	};
}
