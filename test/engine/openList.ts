import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import { MemoryCredentials } from './credentials';

/**
 * Returns a function that opens a list as the editor does.
 *
 * @param timezone of the n8n instance
 * @param entry the entry that contains the parameter
 */
export function openList(
	method: keyof Payments['methods']['listSearch'],
	timezone?: string,
	entry?: INodeParameters,
) {
	return async (
		credentials: Record<string, ICredentialDataDecryptedObject>,
		...query: [filter?: string, page?: string]
	) => {
		const { methods } = new Payments();
		return await methods.listSearch[method].call(contextOf(credentials, timezone, entry), ...query);
	};
}

/** Returns n8n-core's context for a list search. @param given the parameters of the node */
export function contextOf(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	timezone = 'Asia/Singapore',
	entry: INodeParameters = { product_id: '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11' },
	given: INodeParameters = {},
) {
	const payments = new Payments();
	const type = Object.keys(credentials)[0]!;
	const parameters = {
		authentication: type === 'paymentsApi' ? 'apiKey' : 'oAuth2',
		entries: [entry],
		...given,
	};
	const workflow = new Workflow({
		active: false,
		connections: {},
		nodeTypes: {
			getByName: () => payments,
			getByNameAndVersion: () => payments,
			getKnownTypes: () => ({}),
		},
		settings: { timezone },
		nodes: [
			{
				id: 'payments-1',
				name: 'Payments',
				type: 'payments',
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { [type]: { id: `${type}-1`, name: 'Test' } },
			},
		],
	});
	const additionalData = {
		currentNodeParameters: parameters,
		credentialsHelper: new MemoryCredentials(structuredClone(credentials)),
	} as unknown as IWorkflowExecuteAdditionalData;
	const node = workflow.getNode('Payments')!;
	return new LoadOptionsContext(workflow, node, additionalData, 'parameters.entries[0].any');
}
