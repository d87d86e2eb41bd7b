import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/sdk/types.js';

import type { OnCleanup, TestEnvironment } from './fixtures.mjs';
import { withTools, type Tool } from './tools.mjs';
import { waitFor } from './waitFor.mjs';

/** The result of a tool call. */
export interface Answer {
	/** The text for the model. */
	text: string;
	isError: boolean;
}

/** A client of n8n's MCP Server Trigger, in place of a model. */
export interface Mcp {
	/** Lists the tools with their descriptions. */
	list: () => Promise<ListToolsResult>;
	call: (tool: string, input: object) => Promise<Answer>;
}

/**
 * Publishes a workflow whose MCP Server Trigger offers Payments tools, and connects to it.
 *
 * @param account the ID of the credential of the tools
 */
export async function serve(
	{ n8n, editor, account }: Pick<TestEnvironment, 'n8n' | 'editor' | 'account'>,
	tools: Tool[],
	onCleanup: OnCleanup,
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
	onCleanup(() => editor.unpublish(workflow));
	const client = await connect(new URL(`/mcp/${path}`, n8n.url));
	onCleanup(() => client.close());
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

/** Connects as soon as n8n has registered the path, which it does shortly after publishing. */
async function connect(url: URL): Promise<Client> {
	return await waitFor(`n8n to register ${url.href}`, async () => {
		const client = new Client({ name: 'test', version: '1.0.0' });
		try {
			await client.connect(new StreamableHTTPClientTransport(url));
			return client;
		} catch {
			return undefined;
		}
	});
}
