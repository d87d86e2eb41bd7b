import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../errors/nodeErrors';
import type { Context } from '../run/context';
import { isTool } from '../run/run';
import { hints } from '../shared/messages/hints';
import { toolMessages } from '../shared/messages/tools';
import { currencyCode, fromTenThousandths, moneyInWords, toTenThousandths } from '../shared/money';
import { amountAboveZero, currencies, switchedOn, type Rule } from '../validation/rules';
import { validate } from '../validation/validate';

/**
 * The settings in the AI tool without which an agent may not use an operation (docs/usage.md, With an AI agent). With
 * 'never', it may not in any case. The editor still offers it: n8n would send an empty request for a hidden operation.
 */
export type ToolNeeds = 'limit' | 'permission' | 'never';

/** Only for the AI tool. A model fills expressions, so the editor offers none, and none is evaluated here. */
const ofTool = { noDataExpression: true, displayOptions: { show: { '@tool': [true] } } };

/** For every operation. */
export const toolNotice: INodeProperties = {
	displayName:
		'An AI agent decides when this runs, and with which values. To let a person approve each call, add a <a href="https://github.com/n8n-nodes-payments/n8n-nodes-payments/blob/main/docs/usage.md#with-an-ai-agent">human review</a>.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	...ofTool,
};

/** Parameters that only the tool has, and their rules by name. */
interface Need<T> {
	rules: Rule<T>;
	fields: INodeProperties[];
}

const limit: Need<{ maximumPerCall: number; currencies: string[] }> = {
	rules: z.object({
		maximumPerCall: amountAboveZero(hints.maximumPerCall),
		currencies: currencies(hints.toolCurrencies),
	}),
	fields: [
		{
			displayName: 'Maximum per Call',
			...ofTool,
			name: 'maximumPerCall',
			type: 'number',
			required: true,
			default: '',
			placeholder: 'e.g. 50',
			description:
				'The highest amount that one call can move, in major units (12.50) of its currency. An agent can call the tool several times.',
		},
		{
			displayName: 'Currencies',
			...ofTool,
			name: 'currencies',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. SGD, MYR',
			description:
				'The currencies that the maximum is for, separated by commas. Others are refused.',
		},
	],
};

const permission: Need<{ allowChanges: true }> = {
	rules: z.object({ allowChanges: switchedOn() }),
	fields: [
		{
			displayName: 'Allow Changes',
			...ofTool,
			name: 'allowChanges',
			type: 'boolean',
			default: false,
			description:
				'Whether an AI agent may use this operation. While this is off, each call is refused.',
		},
	],
};

const never: Need<never> = {
	rules: z.never(),
	fields: [
		{
			displayName: `${toolMessages.cannotWait.message}. ${toolMessages.cannotWait.description}`,
			...ofTool,
			name: 'neverNotice',
			type: 'notice',
			default: '',
		},
	],
};

const needs: Record<ToolNeeds, Need<unknown>> = { limit, permission, never };

/** Returns the parameters that an operation has in the AI tool only. */
export function toolFields(needed: ToolNeeds | ToolNeeds[] = []): INodeProperties[] {
	return [needed].flat().flatMap((need) => needs[need].fields);
}

/**
 * Checks the settings of an operation, if an agent uses it.
 *
 * @param fields the parameters of the operation
 * @throws an error that the model can read, if the agent may not use it
 */
export function checkToolNeeds(context: Context, fields: INodeProperties[]) {
	if (!isTool(context)) return;
	for (const need of Object.values(needs)) {
		if (!need.fields.every((field) => fields.includes(field))) continue;
		if (need === never) throw operationError(context, toolMessages.cannotWait);
		asSaved(context, need);
	}
}

/**
 * Checks the amount that a request moves against the limit, if an agent uses the operation.
 *
 * @param sent.moves in ten-thousandths; nothing if it moves no money
 * @throws an error that the model can read, if it is above the limit
 */
export function checkToolLimit(context: Context, sent: { moves?: number; currency?: string }) {
	const { moves, currency } = sent;
	if (moves === undefined || !isTool(context)) return;
	const { maximumPerCall, currencies: allowed } = asSaved(context, limit);
	const amount = moneyInWords(fromTenThousandths(moves), currency);
	if (!allowed.some((one) => currencyCode(one) === currencyCode(currency))) {
		throw operationError(context, toolMessages.otherCurrency(amount, allowed.join(', ')));
	}
	if (moves > toTenThousandths(maximumPerCall)) {
		const maximum = moneyInWords(maximumPerCall, currency);
		throw operationError(context, toolMessages.aboveMaximum(amount, maximum));
	}
}

/** Returns parameters as they are saved, validated: of an expression, the rules refuse the text. */
function asSaved<T>(context: Context, { rules, fields }: Need<T>): T {
	return validate(context, rules, fields, context.getNode().parameters);
}
