import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import { MemoryCredentials } from './credentials';

/**
 * A function that opens a list as the editor does.
 *
 * @param timezone of the n8n instance
 */
export function openList(method: keyof Payments['methods']['listSearch'], timezone?: string) {
	return async (
		credentials: Record<string, ICredentialDataDecryptedObject>,
		...asked: [filter?: string, page?: string]
	) => {
		const { methods } = new Payments();
		return await methods.listSearch[method].call(contextOf(credentials, timezone), ...asked);
	};
}

/** n8n-core's own context of lists. */
export function contextOf(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	timezone = 'Asia/Singapore',
) {
	const payments = new Payments();
	const type = Object.keys(credentials)[0]!;
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
				parameters: { authentication: type === 'paymentsApi' ? 'apiKey' : 'oAuth2' },
				credentials: { [type]: { id: `${type}-1`, name: 'Test' } },
			},
		],
	});
	const additionalData = {
		credentialsHelper: new MemoryCredentials(structuredClone(credentials)),
	} as unknown as IWorkflowExecuteAdditionalData;
	const node = workflow.getNode('Payments')!;
	return new LoadOptionsContext(workflow, node, additionalData, 'parameters.any');
}
