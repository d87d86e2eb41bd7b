import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'flatted';
import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeListSearchResult,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

import type { Simulator } from './simulator.mjs';

/** Who owns the n8n that a script started: nobody else can reach it. */
export const owner = { email: 'owner@example.com', password: 'Payments-demo-1' };

const unfinished = ['new', 'running', 'waiting'];

/** How an execution ended. */
export interface Execution {
	id: string;
	status: string;
	data: IRunExecutionData;
}

/** A community package as n8n's settings list it. */
export interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	/** A newer version, where there is one. */
	updateAvailable?: string;
	/** Whether it is installed, and still can not be used. */
	failedLoading?: boolean;
	installedNodes: Array<{ name: string; type: string; latestVersion: number }>;
}

/** The editor's own interface to n8n, signed in as the owner. */
export class Editor {
	private cookie = '';

	private constructor(readonly url: string) {}

	/** Makes the owner of a fresh n8n and signs in. */
	static async setUpOwner(url: string): Promise<Editor> {
		const editor = new Editor(url);
		await editor.post('/owner/setup', { ...owner, firstName: 'Olivia', lastName: 'Owner' });
		return editor;
	}

	/** Which n8n this is, and which Node runs it. */
	async versions(): Promise<{ versionCli: string; nodeJsVersion: string }> {
		return await this.get('/settings');
	}

	/** Saves a credential. @returns its id */
	async createCredential(name: string, type: string, data: IDataObject): Promise<string> {
		const { id } = await this.post<{ id: string }>('/credentials', { name, type, data });
		return id;
	}

	/** Saves a Payments API credential for a simulator. @returns its id */
	async createAccount({
		url,
		apiKey,
		salt,
	}: Pick<Simulator, 'url' | 'apiKey' | 'salt'>): Promise<string> {
		return await this.createCredential('Payments account', 'paymentsApi', {
			environment: 'custom',
			apiUrl: url,
			apiKey,
			webhookSalt: salt,
		});
	}

	/** Does what the editor does when a credential is saved: tests it. */
	async testCredential(id: string, name: string, type: string, data: IDataObject) {
		const credentials = { id, name, type, data };
		return await this.post<{ status: string; message: string }>('/credentials/test', {
			credentials,
		});
	}

	/**
	 * Does what 'Connect' does: the authorization code flow.
	 *
	 * @param consent takes the address of the consent page, gives the one that it redirects to
	 * @throws Error when n8n shows something other than success
	 */
	async connect(credentialId: string, consent: (url: string) => Promise<string>): Promise<void> {
		const page = await this.get<string>(`/oauth2-credential/auth?id=${credentialId}`);
		const callback = await fetch(await consent(page), { headers: { cookie: this.cookie } });
		const html = await callback.text();
		if (!html.includes('Connection successful')) {
			throw new Error(`n8n did not accept the authorization: ${html.slice(0, 300)}`);
		}
	}

	/** What Settings > Community nodes lists. */
	async packages(): Promise<InstalledPackage[]> {
		return await this.get<InstalledPackage[]>('/community-packages');
	}

	/** Installs a community package as Settings > Community nodes does. Default the newest version. */
	async installPackage(name: string, version?: string): Promise<InstalledPackage> {
		return await this.post<InstalledPackage>('/community-packages', { name, version });
	}

	/** Updates a community package to its newest version, as the button beside it does. */
	async updatePackage(name: string): Promise<InstalledPackage> {
		const answer = await this.request('PATCH', '/community-packages', { name });
		return ((await answer.json()) as { data: InstalledPackage }).data;
	}

	/** Uninstalls a community package. */
	async uninstallPackage(name: string): Promise<void> {
		await this.request('DELETE', `/community-packages?name=${encodeURIComponent(name)}`);
	}

	/** The node types of a package, as the editor knows them. */
	async nodeTypes(packageName: string): Promise<INodeTypeDescription[]> {
		const all = await this.types<INodeTypeDescription>('nodes');
		return all.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	/** The credential types with such a name. */
	async credentialTypes(name: RegExp): Promise<ICredentialType[]> {
		return (await this.types<ICredentialType>('credentials')).filter((type) =>
			name.test(type.name),
		);
	}

	private async types<T>(kind: 'nodes' | 'credentials'): Promise<T[]> {
		const headers = { cookie: this.cookie, connection: 'close' };
		const answer = await fetch(`${this.url}/types/${kind}.json`, { headers });
		if (!answer.ok) throw new Error(`n8n answered ${answer.status} when asked for its ${kind}`);
		return (await answer.json()) as T[];
	}

	/** What a parameter of a node offers to choose from. */
	async choices(
		{ type, typeVersion, parameters, credentials }: INode,
		name: string,
		method: string,
	) {
		return await this.post<INodeListSearchResult>(
			'/dynamic-node-parameters/resource-locator-results',
			{
				path: `parameters.${name}`,
				methodName: method,
				nodeTypeAndVersion: { name: type, version: typeVersion },
				currentNodeParameters: parameters,
				credentials,
			},
		);
	}

	/** A workflow as it was saved. */
	async open(id: string): Promise<IWorkflowBase> {
		return await this.get<IWorkflowBase>(`/workflows/${id}`);
	}

	/** Saves a workflow. @returns it as n8n keeps it */
	async importWorkflow(workflow: object): Promise<IWorkflowBase> {
		// n8n 2.0 does not save one that does not say whether it is active.
		return await this.post<IWorkflowBase>('/workflows', { active: false, ...workflow });
	}

	/** Saves a changed workflow. @returns its new version */
	async save({ id, nodes, connections, settings }: IWorkflowBase): Promise<IWorkflowBase> {
		const answer = await this.request('PATCH', `/workflows/${id}?forceSave=true`, {
			nodes,
			connections,
			settings,
		});
		return ((await answer.json()) as { data: IWorkflowBase }).data;
	}

	/** Publishes a workflow as it was saved last. */
	async publish({ id, versionId }: IWorkflowBase): Promise<void> {
		await this.post(`/workflows/${id}/activate`, { versionId });
	}

	/** Takes a published workflow back. */
	async unpublish({ id }: IWorkflowBase): Promise<void> {
		await this.post(`/workflows/${id}/deactivate`, {});
	}

	/** The execution of a workflow that waits, once there is one. */
	async waiting({ id, name }: IWorkflowBase): Promise<Execution> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
		const deadline = Date.now() + 60_000;
		for (;;) {
			const { results } = await this.get<{ results: Array<{ id: string }> }>(
				`/executions?filter=${filter}&limit=1`,
			);
			if (results[0]) return await this.execution(results[0].id);
			if (Date.now() > deadline) throw new Error(`'${name}' does not wait`);
			await sleep(200);
		}
	}

	/** The executions of a workflow that have ended, oldest first. */
	async executions(workflow: IWorkflowBase): Promise<Execution[]> {
		const listed = await this.listed(workflow);
		const ended = listed.filter(({ status }) => !unfinished.includes(status)).reverse();
		return await Promise.all(ended.map(({ id }) => this.execution(id)));
	}

	/** The ids of all executions of a workflow, those included that have not ended. */
	async started(workflow: IWorkflowBase): Promise<string[]> {
		return (await this.listed(workflow)).map(({ id }) => id);
	}

	private async listed({ id }: IWorkflowBase) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.get<{ results: Array<{ id: string; status: string }> }>(
			`/executions?filter=${filter}&limit=100`,
		);
		return results;
	}

	/** Runs a workflow as 'Execute workflow' does, and waits for its end. */
	async run(workflow: IWorkflowBase): Promise<Execution> {
		return await this.end(await this.start(workflow));
	}

	/** Runs a tool of a workflow as 'Execute step' in it does, with what a model would give it. */
	async runTool(workflow: IWorkflowBase, name: string, input: IDataObject): Promise<Execution> {
		const id = await this.start(workflow, {
			destinationNode: { nodeName: name, mode: 'inclusive' },
			agentRequest: { query: { [name]: input }, tool: { name } },
		});
		return await this.end(id);
	}

	/**
	 * Starts a workflow as 'Execute workflow' does, at its manual trigger or, without one, at its first.
	 *
	 * @param how where it ends, unless it is to run as a whole
	 * @returns the id of the execution
	 */
	async start(workflow: IWorkflowBase, how: object = {}): Promise<string> {
		const { nodes } = workflow;
		const trigger =
			nodes.find(({ type }) => type.endsWith('manualTrigger')) ??
			nodes.find(({ type }) => type.endsWith('Trigger'));
		const { executionId } = await this.post<{ executionId: string }>(
			`/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger?.name }, ...how },
		);
		return executionId;
	}

	/** Waits for the end of an execution. @throws Error when it takes over five minutes */
	async end(executionId: string): Promise<Execution> {
		const deadline = Date.now() + 300_000;
		for (;;) {
			const found = await this.execution(executionId);
			if (!unfinished.includes(found.status)) return found;
			if (Date.now() > deadline) throw new Error(`Execution ${executionId} does not end`);
			await sleep(200);
		}
	}

	private async execution(executionId: string): Promise<Execution> {
		const { id, status, data } = await this.get<{ id: string; status: string; data: string }>(
			`/executions/${executionId}`,
		);
		return { id, status, data: parse(data) as IRunExecutionData };
	}

	/** What n8n keeps of the last hundred executions, as text. */
	async everything(): Promise<string[]> {
		const { results } = await this.get<{ results: Array<{ id: string }> }>('/executions?limit=100');
		return await Promise.all(
			results.map(async ({ id }) => (await this.request('GET', `/executions/${id}`)).text()),
		);
	}

	/** The content of a file that an execution made. */
	async download(binaryId: string): Promise<Buffer> {
		const answer = await this.request(
			'GET',
			`/binary-data?id=${encodeURIComponent(binaryId)}&action=download`,
		);
		return Buffer.from(await answer.arrayBuffer());
	}

	private async get<T>(path: string): Promise<T> {
		return ((await (await this.request('GET', path)).json()) as { data: T }).data;
	}

	private async post<T>(path: string, body: object): Promise<T> {
		return ((await (await this.request('POST', path, body)).json()) as { data: T }).data;
	}

	private async request(method: string, path: string, body?: object): Promise<Response> {
		const answer = await fetch(`${this.url}/rest${path}`, {
			method,
			// A connection of its own: n8n ends those that it could not look after for some seconds.
			headers: {
				'content-type': 'application/json',
				cookie: this.cookie,
				connection: 'close',
			},
			body: body && JSON.stringify(body),
		});
		const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		if (!answer.ok) {
			throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${await answer.text()}`);
		}
		return answer;
	}
}
