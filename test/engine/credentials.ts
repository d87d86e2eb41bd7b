import {
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeTypes,
} from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';

const types: Record<string, ICredentialType> = {
	paymentsApi: new PaymentsApi(),
	paymentsOAuth2Api: new PaymentsOAuth2Api(),
};

/** By what is stored. */
const decrypted = new Map<string, ICredentialDataDecryptedObject>();

/**
 * Stands in for n8n's own helper, which lives in the n8n package with its database: it keeps
 * credentials in memory and otherwise does the same, with n8n-workflow's functions: defaults,
 * expressions of hidden fields, authenticate.
 */
export class MemoryCredentials extends ICredentialsHelper {
	/** @param stored what the user typed in, by credential type */
	constructor(readonly stored: Record<string, ICredentialDataDecryptedObject>) {
		super();
	}

	getParentTypes(name: string) {
		return types[name]?.extends ?? [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties(type: string) {
		return types[type]?.properties ?? [];
	}

	getCredentials(): never {
		throw new Error('not used by the engine');
	}

	getDecrypted(_additionalData: unknown, _node: unknown, type: string) {
		// Its expressions take milliseconds, and n8n asks before each request.
		const key = JSON.stringify([type, this.stored[type]]);
		const known = decrypted.get(key) ?? this.decrypt(type);
		decrypted.set(key, known);
		return Promise.resolve(structuredClone(known));
	}

	private decrypt(type: string): ICredentialDataDecryptedObject {
		const data = structuredClone(this.stored[type] ?? {});
		const node: INode = {
			id: '',
			name: '',
			type: 'mock',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const withDefaults = {
			...data,
			...NodeHelpers.getNodeParameters(
				this.getCredentialsProperties(type),
				data as INode['parameters'],
				true,
				false,
				null,
				null,
			),
		} as ICredentialDataDecryptedObject;
		const nodeTypes = {
			getByNameAndVersion: () => ({ description: { properties: [] } }),
		} as unknown as INodeTypes;
		const { expression } = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes,
		});
		return expression.getComplexParameterValue(
			node,
			withDefaults as INode['parameters'],
			'manual',
			{},
			undefined,
			undefined,
			withDefaults,
		) as ICredentialDataDecryptedObject;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		type: string,
		request: IHttpRequestOptions,
	) {
		const authenticate = types[type]?.authenticate;
		return typeof authenticate === 'function' ? await authenticate(credentials, request) : request;
	}

	preAuthentication() {
		return Promise.resolve(undefined);
	}

	runPreAuthentication() {
		return Promise.resolve(undefined);
	}

	updateCredentials() {
		return Promise.resolve();
	}

	updateCredentialsOauthTokenData(
		_node: unknown,
		type: string,
		data: ICredentialDataDecryptedObject,
	) {
		this.stored[type] = { ...this.stored[type], oauthTokenData: data.oauthTokenData! };
		return Promise.resolve();
	}
}
