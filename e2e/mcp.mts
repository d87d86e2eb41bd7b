import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

import type { AtTheEnd, Stage } from './fixtures.mjs';
import { withTools, type Tool } from './tools.mjs';

/** What an MCP client is answered. */
export interface Answer {
	/** What its model reads. */
	text: string;
	isError: boolean;
}

/** A client of n8n's MCP Server Trigger: what stands between a model and the tools, without a model. */
export interface Mcp {
	/** The tools with what they say of themselves. */
	list: () => Promise<ListToolsResult>;
	call: (tool: string, input: object) => Promise<Answer>;
}

/**
 * Publishes a workflow whose MCP Server Trigger offers Payments tools, and connects to it.
 *
 * @param account the id of the credential that the tools use
 */
export async function serve(
	{ n8n, editor, account }: Pick<Stage, 'n8n' | 'editor' | 'account'>,
	tools: Tool[],
	atTheEnd: AtTheEnd,
): Promise<Mcp> {
	const path = randomUUID();
	const trigger = {
		name: 'MCP Server Trigger',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2.1,
		parameters: { path, authentication: 'none' },
	};
	const workflow = await editor.importWorkflow(withTools(trigger, tools, account));
	await editor.publish(workflow);
	atTheEnd(() => editor.unpublish(workflow));
	const client = await connect(new URL(`/mcp/${path}`, n8n.url));
	atTheEnd(() => client.close());
	return {
		list: () => client.listTools(),
		call: async (name, input) => {
			const answer = await client.callTool({ name, arguments: { ...input } });
			const { content, isError = false } = answer as CallToolResult;
			const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('');
			return { text, isError };
		},
	};
}

/** n8n answers a publish before the address is there. */
async function connect(url: URL): Promise<Client> {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const client = new Client({ name: 'test', version: '1.0.0' });
		try {
			await client.connect(new StreamableHTTPClientTransport(url));
			return client;
		} catch (error) {
			if (Date.now() > deadline) throw error;
			await sleep(200);
		}
	}
}
