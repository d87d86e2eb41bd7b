import type { INodePropertyOptions } from 'n8n-workflow';

import * as rules from '../../validation/rules';
import type { Rule } from '../../validation/rules';
import type { More, Parameter } from './parameter';

/*
 * Parameters of the usual types. Each has a label, a description, and the differences from the preset: `more`. With a
 * rule of its own, the value is of the type T of that rule.
 */

/** Text that is not blank. */
export function text<T = string>(
	displayName: string,
	description: string,
	placeholder: string,
	more: More<T> = {},
): Parameter<T> {
	const rule = rules.text() as Rule<never>;
	return { displayName, type: 'string', default: '', placeholder, description, rule, ...more };
}

/** Keywords. */
export function search<T = string>(description: string, placeholder: string, more: More<T> = {}) {
	return text<T>('Search', description, placeholder, { name: 'search', ...more });
}

export function email(displayName: string, description: string): Parameter<string> {
	return text(displayName, description, 'e.g. ann@example.com', { rule: rules.email() });
}

export function webAddress(
	displayName: string,
	description: string,
	placeholder: string,
	maxLength?: number,
): Parameter<string> {
	return text(displayName, description, placeholder, { rule: rules.webAddress(maxLength) });
}

/** The address of a webhook. */
export function webhook(description: string): Parameter<string> {
	return webAddress('Webhook URL', description, 'e.g. https://n8n.example.com/webhook/payments');
}

/** An ID that cannot be selected from a list. */
export function id(displayName: string, description: string, rule = rules.text()) {
	const placeholder = 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
	return text(displayName, description, placeholder, { rule });
}

/**
 * An amount above 0, in major units. No amount is preset: it would be paid or refunded although nobody entered it. The
 * editor neither rounds nor limits an entered amount: the rules refuse a wrong one, with a message.
 */
export function amount(description: string, more: More<number> = {}): Parameter<number> {
	return {
		displayName: 'Amount',
		type: 'number',
		default: '',
		placeholder: 'e.g. 12.50',
		description,
		rule: rules.amountAboveZero(),
		...more,
	};
}

/** A whole number. */
export function integer(
	displayName: string,
	description: string,
	minValue: number,
	maxValue?: number,
): Parameter<number> {
	return {
		displayName,
		type: 'number',
		typeOptions: { minValue, ...(maxValue && { maxValue }), numberPrecision: 0 },
		default: 1,
		description,
		rule: rules.integer(minValue, maxValue),
	};
}

/** A calendar day. n8n has no parameter for a day alone: the editor lets users choose a time, too. */
export function day(displayName: string, description: string, more: More<string> = {}) {
	return {
		displayName,
		type: 'dateTime',
		default: '',
		hint: 'Only the day counts',
		description,
		rule: rules.day(),
		...more,
	} satisfies Parameter;
}

/**
 * Presets a required day to today: n8n's editor does not mark an empty one in all versions.
 *
 * @param zone by default, that of the workflow
 */
export function presetToday<T>(parameter: Parameter<T>, zone?: string): Parameter<T> {
	const now = zone === undefined ? '$now' : `$now.setZone('${zone}')`;
	return { ...parameter, default: `={{ ${now}.toISODate() }}` };
}

/** A switch. */
export function boolean(
	displayName: string,
	description: string,
	{ default: isOn = false }: { default?: boolean } = {},
): Parameter<boolean> {
	return { displayName, type: 'boolean', default: isOn, description, rule: rules.boolean() };
}

/** A switch that is sent as the text "true" or "false". */
export function booleanAsText(
	...values: [string, string, { default?: boolean }?]
): Parameter<string> {
	return { ...boolean(...values), rule: rules.booleanAsText() };
}

/** A drop-down. */
export function choice(
	displayName: string,
	description: string,
	options: INodePropertyOptions[],
	preset: string,
	more: More<string> = {},
): Parameter<string> {
	return {
		displayName,
		type: 'options',
		options,
		default: preset,
		description,
		rule: rules.oneOf(options),
		...more,
	};
}

/** A list of which several can be selected. */
export function choices<T = string[]>(
	displayName: string,
	description: string,
	options: INodePropertyOptions[],
	more: More<T> = {},
): Parameter<T> {
	const rule = rules.someOf(options) as unknown as Rule<never>;
	return { displayName, type: 'multiOptions', options, default: [], description, rule, ...more };
}
