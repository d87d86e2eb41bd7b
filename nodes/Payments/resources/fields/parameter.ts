import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { ExtraValues } from '../../handlers/buildRequest';
import { isObject } from '../../shared/record';
import { optional as optionalRule, trimmed, type Rule, type Rules } from '../../validation/rules';

/**
 * A parameter: its description for the editor, and the rule for its value. Its key in `Parameters` is its name in the
 * Payments API, from which `routing` follows.
 */
export interface Parameter<T = unknown> extends Omit<INodeProperties, 'name' | 'routing'> {
	/** The name in saved workflows, which never changes. By default, the key in camel case. */
	name?: string;
	/** Whether the request has it. If not, `extraValuesOf` adds its value to the validated ones. */
	isSent?: false;
	/** Turns the value into the one that is sent, and refuses a blank one. */
	rule: Rule<T>;
}

/** The differences from a preset. */
export type More<T> = Partial<Parameter<T>>;

/** Parameters by their names in the Payments API. */
export type Parameters = Record<string, Parameter>;

/** No parameters. */
export type None = Record<never, Parameter>;

export type RulesOf<P extends Parameters> = { [K in keyof P]: P[K]['rule'] };

/** The rules of parameters that may be left out. */
export type OptionalRulesOf<P extends Parameters> = {
	[K in keyof P]: P[K] extends Parameter<infer T> ? Rule<T | undefined> : never;
};

/** A parameter that may be blank: nothing is sent then. */
export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
	return { ...parameter, required: undefined, rule: optionalRule(parameter.rule) };
}

/** A parameter that the editor shows, and requires, if others have some values. */
export function when<T>(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	parameter: Parameter<T>,
): Parameter<T | undefined> {
	return shownFor(show, optional(parameter));
}

/** A parameter of which the rules state when it is required. The editor shows, and requires, it if others have some values. */
export function shownFor<T>(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	parameter: Parameter<T>,
): Parameter<T> {
	const { displayOptions } = parameter;
	return {
		...parameter,
		required: true,
		displayOptions: { show: { ...show, ...displayOptions?.show } },
	};
}

/**
 * Returns n8n's descriptions of parameters, for the editor.
 *
 * @param isRouted whether n8n passes their values to the handler: in the query, its default, from which buildRequest puts
 * them into the path or the body
 */
export function toProperties(parameters: Parameters, isRouted = false): INodeProperties[] {
	return Object.entries(parameters).map(([key, parameter]) => {
		const { isSent, name = camelCase(key), ...shown }: Partial<Parameter> = parameter;
		delete shown.rule;
		const routing = isRouted && isSent !== false && { routing: { send: { property: key } } };
		return { ...shown, name, ...routing } as INodeProperties;
	});
}

/** Requires a parameter in the editor. A drop-down always has a value. */
export function required(field: INodeProperties): INodeProperties {
	return { ...(field.type !== 'options' && { required: true }), ...field };
}

/** Returns the values of the parameters that are not sent, by which the rules decide, and `others`. */
export function extraValuesOf(parameters: Parameters = {}, others?: ExtraValues): ExtraValues {
	const unsent = Object.entries(parameters).filter(([, { isSent }]) => isSent === false);
	return (context) => {
		const values = unsent.map(([key, { name = camelCase(key) }]): [string, unknown] => {
			const value = context.getNodeParameter(name, '');
			return [key, trimmed(value)];
		});
		return { ...Object.fromEntries(values), ...others?.(context) };
	};
}

/** Applies rules to the parameters that are shown: if a choice is an expression, n8n passes the values of all choices. */
export function ofShown(parameters: Parameters, rules: Rules): Rules {
	const all = Object.entries(parameters);
	const keys = new Map(all.map(([key, { name = camelCase(key) }]) => [name, key]));
	const conditional = all.filter(([, { displayOptions }]) => displayOptions?.show);
	if (conditional.length === 0) return rules;
	return z.preprocess((values) => {
		if (!isObject(values)) return values;
		const shown = { ...values };
		for (const [key, { displayOptions }] of conditional) {
			const isShown = Object.entries(displayOptions!.show!).every(([name, choices]) =>
				choices!.includes(trimmed(values[keys.get(name)!]) as string),
			);
			if (!isShown) delete shown[key];
		}
		return shown;
	}, rules);
}

export function rulesOf<P extends Parameters>(parameters: P): RulesOf<P> {
	return mapRules(parameters, ({ rule }) => rule) as RulesOf<P>;
}

export function optionalRulesOf<P extends Parameters>(parameters: P): OptionalRulesOf<P> {
	return mapRules(parameters, ({ rule }) => optionalRule(rule)) as OptionalRulesOf<P>;
}

function mapRules(parameters: Parameters, map: (parameter: Parameter) => Rule<unknown>) {
	return Object.fromEntries(Object.entries(parameters).map(([key, one]) => [key, map(one)]));
}

function camelCase(key: string): string {
	return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
