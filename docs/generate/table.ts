import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { authenticationField } from '../../nodes/Payments/resources/fields/authentication';
import { parallelDaysOption } from '../../nodes/Payments/run/options';
import { tableOf } from './markdown';
import { optionsOf } from './operations';

/**
 * Returns a table of parameters, with their descriptions in the editor.
 *
 * @param all the parameters of the whole node, in which what they depend on is looked up
 */
export function table(fields: INodeProperties[], all: INodeProperties[]): string {
	const shown = all.map(asShown);
	const rows = fields.map(asShown).flatMap((field, _, siblings) => rowsOf(field, siblings, shown));
	return tableOf(['Parameter', 'What it does', 'Default'], rows);
}

/** In the editor, the choice of a credential is also that of 'Authentication'. */
function asShown(field: INodeProperties): INodeProperties {
	if (field.name !== authenticationField.name) return field;
	return {
		...field,
		displayName: 'Credential',
		description:
			'Which account is used. A new node begins with the credential that was saved last.',
		default: '',
		options: [
			{
				name: new PaymentsApi().displayName,
				value: 'apiKey',
				description: 'For your own business, with its API key',
			},
			{
				name: new PaymentsOAuth2Api().displayName,
				value: 'oAuth2',
				description: 'For a business that authorized your app',
			},
		],
	};
}

/** With a full stop. */
export function sentence(text = ''): string {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

/** `siblings` are the parameters beside it, which come first where it depends on one of that name. */
function rowsOf(
	field: INodeProperties,
	siblings: INodeProperties[],
	all: INodeProperties[],
	above = '',
): string[][] {
	const { displayName, type, description, placeholder = '', required } = field;
	// Request Options are n8n's.
	if (type === 'hidden' || field.isNodeSetting) return [];
	const says = [
		sentence(type === 'notice' ? displayName : description),
		placeholder.replace(/^e\.g\. (.*)|.+/, (_, value?: string) =>
			value ? `E.g. \`${value}\`.` : '',
		),
		...conditionsOf(field, [...siblings, ...all]),
	].filter(Boolean);
	if (type === 'notice') return [['_Note_', says.join(' '), '']];
	const label = `${above}${displayName}`;
	const what = [says.join(' '), ...choicesOf(field)].filter(Boolean).join('<br>');
	const row = [`${label}${required ? ' (required)' : ''}`, what, defaultOf(field, above !== '')];
	const inner = innerOf(field);
	const below = inner.flatMap((one) => rowsOf(one, inner, all, `${label} > `));
	// A collection without a description is represented by its fields.
	return inner.length > 0 && says.length === 0 ? below : [row, ...below];
}

/** The fields of a collection. */
function innerOf({ type, options = [] }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

/** The options: one line each if they have descriptions. */
function choicesOf(field: INodeProperties): string[] {
	if (field.type === 'resourceLocator') {
		return [(field.modes ?? []).map((mode) => `_${mode.displayName}_`).join(', ')];
	}
	if (field.type !== 'options' && field.type !== 'multiOptions') return [];
	const choices = optionsOf(field);
	const areDescribed = choices.some(({ description }) => description);
	if (!areDescribed) return [choices.map(({ name }) => `_${name}_`).join(', ')];
	return choices.map(({ name, description }) =>
		description ? `_${name}_: ${description}` : `_${name}_`,
	);
}

/** The default in a new node; a field of a collection is not there until the user adds it. */
function defaultOf(field: INodeProperties, isInCollection: boolean): string {
	const { type, default: value } = field;
	if (type === 'boolean') return value ? onOf(field, isInCollection) : 'Off';
	if (type === 'options') return value === '' ? '' : `_${nameOf(field, value)}_`;
	if (type === 'multiOptions') {
		return (value as string[]).map((one) => `_${nameOf(field, one)}_`).join(', ');
	}
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? `\`${value}\`` : '';
}

/** How a switch that is on when it appears applies before that. */
function onOf({ name, routing }: INodeProperties, isInCollection: boolean): string {
	if (!isInCollection || name === parallelDaysOption.name) return 'On';
	// Of a field that is not sent, the Payments API decides.
	return routing ? 'On when added' : 'Off. On once the option is added';
}

/** When the editor shows a parameter, besides resource and operation of its page. */
function conditionsOf({ displayOptions }: INodeProperties, known: INodeProperties[]): string[] {
	const conditions = (kind: 'show' | 'hide', verb: string) =>
		Object.entries(displayOptions?.[kind] ?? {})
			.filter(([path]) => !['resource', '/resource', 'operation'].includes(path))
			.map(([path, values = []]) => {
				if (path === '@tool') return 'Only in the tool of an AI agent.';
				const name = path.replace('/', '');
				const fields = known.filter((one) => one.name === name);
				const names = values.map((value) => {
					// Of parameters with the same name, the one that has this choice.
					const named = fields.map((one) => nameOf(one, value));
					return named.find((one) => one !== text(value)) ?? text(value);
				});
				return `${verb} when '${fields[0]?.displayName ?? name}' is ${names.join(' or ')}.`;
			});
	return [...conditions('show', 'Only'), ...conditions('hide', 'Not')];
}

/** The label of a value in the editor. */
function nameOf(field: INodeProperties, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const isChosen = field.type === 'options' || field.type === 'multiOptions';
	const chosen = isChosen ? optionsOf(field).find((one) => one.value === value) : undefined;
	return chosen?.name ?? text(value);
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
