import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import type { OnCleanup } from './fixtures.mjs';
import { startHttpServer } from './httpServer.mjs';

/** The part of a model's input that tests check. */
export interface Turn {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{
		function: { name: string; description: string; parameters: { properties: object } };
	}>;
}

/** A model's response: a tool call or text. */
export type Reply = { tool: string; input: object } | string;

/**
 * Starts a stand-in for a language model that speaks OpenAI's chat completions.
 *
 * @param replies its responses, one a turn
 * @returns its URL and its input so far
 */
export async function startModel(replies: Reply[], onCleanup: OnCleanup) {
	const turns: Turn[] = [];
	const answer = async (request: IncomingMessage) => {
		turns.push(JSON.parse(await text(request)) as Turn);
		const reply = replies[turns.length - 1] ?? 'I have nothing left to say.';
		return completion(`call_${turns.length}`, reply);
	};
	const { url, close } = await startHttpServer((request, response) => {
		void answer(request).then((body) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(body));
		});
	});
	onCleanup(close);
	return { url: `${url}/v1`, turns };
}

function completion(id: string, reply: Reply) {
	const message =
		typeof reply === 'string'
			? { content: reply }
			: {
					content: null,
					tool_calls: [
						{
							id,
							type: 'function',
							function: { name: reply.tool, arguments: JSON.stringify(reply.input) },
						},
					],
				};
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...message },
				finish_reason: typeof reply === 'string' ? 'stop' : 'tool_calls',
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
