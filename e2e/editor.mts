import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'flatted';
import type {
	ICredentialType,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';

import type { Simulator } from './simulator.mjs';
import { waitFor } from './waitFor.mjs';

/** The owner of each n8n that a script starts; it listens on loopback only. */
export const owner = { email: 'owner@example.com', password: 'Payments-demo-1' };

const unfinished = ['new', 'running', 'waiting'];

/** An execution that has ended. */
export interface Execution {
	id: string;
	status: string;
	data: IRunExecutionData;
}

/** Returns the output items of a node. */
export function outputOf({ data }: Pick<Execution, 'data'>, node: string): INodeExecutionData[] {
	return data.resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [];
}

/** Returns a filter of the rows of a data table. */
export function rowsWhere(columnName: string, condition: 'eq' | 'gt', value: unknown): string {
	return encodeURIComponent(JSON.stringify({ filters: [{ columnName, condition, value }] }));
}

const allRows = rowsWhere('id', 'gt', 0);

/** A community package as in Settings > Community nodes. */
export interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	/** A newer version, if there is one. */
	updateAvailable?: string;
	/** Whether it is installed but cannot be loaded. */
	failedLoading?: boolean;
	installedNodes: Array<{ name: string; type: string; latestVersion: number }>;
}

/** A client of n8n's internal API, signed in as the owner, as the editor is. */
export class Editor {
	private cookie = '';

	private constructor(readonly url: string) {}

	/** Creates the owner of a fresh n8n and signs in. */
	static async setUpOwner(url: string): Promise<Editor> {
		const editor = new Editor(url);
		await editor.post('/owner/setup', { ...owner, firstName: 'Olivia', lastName: 'Owner' });
		return editor;
	}

	/** Returns the versions of n8n and of its Node. */
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

	/** Tests a credential, as the editor does after saving it. */
	async testCredential(id: string, name: string, type: string, data: IDataObject) {
		const credentials = { id, name, type, data };
		return await this.post<{ status: string; message: string }>('/credentials/test', {
			credentials,
		});
	}

	/**
	 * Runs the authorization code flow, as 'Connect' does.
	 *
	 * @param consent takes the URL of the consent page and returns the URL that it redirects to
	 * @throws Error when n8n does not report success
	 */
	async connect(credentialId: string, consent: (url: string) => Promise<string>): Promise<void> {
		const page = await this.get<string>(`/oauth2-credential/auth?id=${credentialId}`);
		const callback = await fetch(await consent(page), { headers: { cookie: this.cookie } });
		const html = await callback.text();
		if (!html.includes('Connection successful')) {
			throw new Error(`n8n did not accept the authorization: ${html.slice(0, 300)}`);
		}
	}

	/** Lists the packages of Settings > Community nodes. */
	async packages(): Promise<InstalledPackage[]> {
		return await this.get<InstalledPackage[]>('/community-packages');
	}

	/** Installs a community package as Settings > Community nodes does, by default its newest version. */
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

	/** Returns the node types of a package as the editor loads them. */
	async nodeTypes(packageName: string): Promise<INodeTypeDescription[]> {
		const all = await this.types<INodeTypeDescription>('nodes');
		return all.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	/** Returns the credential types whose name matches. */
	async credentialTypes(name: RegExp): Promise<ICredentialType[]> {
		return (await this.types<ICredentialType>('credentials')).filter((type) =>
			name.test(type.name),
		);
	}

	private async types<T>(kind: 'nodes' | 'credentials'): Promise<T[]> {
		const headers = { cookie: this.cookie, connection: 'close' };
		const answer = await fetch(`${this.url}/types/${kind}.json`, { headers });
		if (!answer.ok) throw new Error(`n8n returned ${answer.status} for its ${kind}`);
		return (await answer.json()) as T[];
	}

	/** Returns the choices of a resource locator. */
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

	/** Returns a saved workflow. */
	async open(id: string): Promise<IWorkflowBase> {
		return await this.get<IWorkflowBase>(`/workflows/${id}`);
	}

	/** Saves a workflow. @returns it as n8n stores it */
	async importWorkflow(workflow: object): Promise<IWorkflowBase> {
		// n8n 2.0 requires `active`.
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

	/** Creates a data table from a CSV file, as 'Import CSV' does, and deletes its rows. @returns its id */
	async importTable(name: string, file: string): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([await readFile(file)], { type: 'text/csv' }), 'table.csv');
		const { id: fileId, columns } = await this.post<{
			id: string;
			columns: Array<{ name: string; type: string }>;
		}>('/data-tables/uploads', form);
		const tables = await this.tables();
		const { id } = await this.post<{ id: string }>(tables, {
			name,
			columns: columns.map((column) => ({ name: column.name, type: column.type })),
			fileId,
		});
		await this.request('DELETE', `${tables}/${id}/rows?filter=${allRows}`);
		return id;
	}

	/** Returns the rows of a data table. @param filter by default all */
	async tableRows(id: string, filter = allRows): Promise<IDataObject[]> {
		const path = `${await this.tables()}/${id}/rows?take=250&filter=${filter}`;
		const rows: IDataObject[] = [];
		for (;;) {
			const { data } = await this.get<{ data: IDataObject[] }>(`${path}&skip=${rows.length}`);
			if (data.length === 0) return rows;
			rows.push(...data);
		}
	}

	/** Adds a row to a data table. */
	async addTableRow(id: string, row: IDataObject): Promise<void> {
		await this.post(`${await this.tables()}/${id}/insert`, { data: [row], returnType: 'count' });
	}

	/** Returns the path of the owner's data tables. */
	private async tables(): Promise<string> {
		const { id } = await this.get<{ id: string }>('/projects/personal');
		return `/projects/${id}/data-tables`;
	}

	/** Publishes the latest version of a workflow. */
	async publish({ id, versionId }: IWorkflowBase): Promise<void> {
		await this.post(`/workflows/${id}/activate`, { versionId });
	}

	/** Unpublishes a workflow. */
	async unpublish({ id }: IWorkflowBase): Promise<void> {
		await this.post(`/workflows/${id}/deactivate`, {});
	}

	/** Waits until an execution of a workflow is waiting, and returns it. */
	async waiting({ id, name }: IWorkflowBase): Promise<Execution> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['waiting'] }));
		const execution = await waitFor(`'${name}' to wait`, async () => {
			const { results } = await this.get<{ results: Array<{ id: string }> }>(
				`/executions?filter=${filter}&limit=1`,
			);
			return results[0]?.id;
		});
		return await this.execution(execution);
	}

	/** Returns the finished executions of a workflow, oldest first. */
	async executions(workflow: IWorkflowBase): Promise<Execution[]> {
		const listed = await this.listed(workflow);
		const ended = listed.filter(({ status }) => !unfinished.includes(status)).reverse();
		return await Promise.all(ended.map(({ id }) => this.execution(id)));
	}

	/** Returns the IDs of all executions of a workflow, including unfinished ones. */
	async started(workflow: IWorkflowBase): Promise<string[]> {
		return (await this.listed(workflow)).map(({ id }) => id);
	}

	private async listed({ id }: IWorkflowBase) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = await this.get<{ results: Array<{ id: string; status: string }> }>(
			`/executions?filter=${filter}&limit=100`,
		);
		// n8n lists an execution twice that ends while it reads the running and the finished ones.
		return [...new Map(results.map((execution) => [execution.id, execution])).values()];
	}

	/** Runs a workflow as 'Execute workflow' does and waits for its end. */
	async run(workflow: IWorkflowBase): Promise<Execution> {
		return await this.end(await this.start(workflow));
	}

	/** Runs a tool as 'Execute step' does, with the input of a model. */
	async runTool(workflow: IWorkflowBase, name: string, input: IDataObject): Promise<Execution> {
		const id = await this.start(workflow, {
			destinationNode: { nodeName: name, mode: 'inclusive' },
			agentRequest: { query: { [name]: input }, tool: { name } },
		});
		return await this.end(id);
	}

	/**
	 * Starts a workflow as 'Execute workflow' does, at its manual trigger or else its first trigger.
	 *
	 * @param how further options of the request, such as the last node to run
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

	/** Waits for the end of an execution. @throws Error after five minutes */
	async end(executionId: string): Promise<Execution> {
		const ended = async () => {
			const found = await this.execution(executionId);
			return !unfinished.includes(found.status) && found;
		};
		return await waitFor(`execution ${executionId} to end`, ended, 300_000);
	}

	private async execution(executionId: string): Promise<Execution> {
		const { id, status, data } = await this.get<{ id: string; status: string; data: string }>(
			`/executions/${executionId}`,
		);
		return { id, status, data: parse(data) as IRunExecutionData };
	}

	/** Returns the highlighted data of an execution. */
	async customData(executionId: string): Promise<IDataObject> {
		const { customData } = await this.get<{ customData: IDataObject }>(
			`/executions/${executionId}`,
		);
		return customData;
	}

	/** Returns the stored data of the last hundred executions as text. */
	async everything(): Promise<string[]> {
		const { results } = await this.get<{ results: Array<{ id: string }> }>('/executions?limit=100');
		return await Promise.all(
			results.map(async ({ id }) => (await this.request('GET', `/executions/${id}`)).text()),
		);
	}

	/** Downloads a file that an execution created. */
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
		const isForm = body instanceof FormData;
		const answer = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				// That of a form follows from its content.
				...(isForm ? {} : { 'content-type': 'application/json' }),
				cookie: this.cookie,
				// A new connection each: a busy n8n closes idle ones.
				connection: 'close',
			},
			body: isForm ? body : body && JSON.stringify(body),
		});
		const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
		if (cookies.length > 0) this.cookie = cookies.join('; ');
		if (answer.ok) return answer;
		const text = await answer.text();
		// n8n refuses every request while its database responds late, as on a slow machine. It did nothing yet.
		if (answer.status === 503 && text.includes('Database is not ready')) {
			await sleep(1000);
			return await this.request(method, path, body);
		}
		throw new Error(`n8n returned ${answer.status} to ${method} ${path}: ${text}`);
	}
}
