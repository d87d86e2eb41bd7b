import type { INodeProperties } from 'n8n-workflow';

import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { table } from '../../docs/generate/table';
import { authenticationField } from '../../nodes/Payments/resources/fields/authentication';
import { calendarDayOption, parallelDaysOption } from '../../nodes/Payments/run/options';

const sent: INodeProperties = {
	displayName: 'Send Email',
	name: 'sendEmail',
	type: 'boolean',
	default: true,
	routing: { send: { property: 'send_email' } },
};

/** The last column of the table, by parameter. */
function defaultsOf(field: INodeProperties): Record<string, string> {
	const [, , ...rows] = table([field], [field]).split('\n');
	return Object.fromEntries(
		rows.map((row) => {
			const cells = row.split(' | ');
			return [cells[0]!.replace(/^\| /, ''), cells.at(-1)!.replace(/ ?\|$/, '')];
		}),
	);
}

const collectionOf = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options,
});

test('a switch is on by default where the editor shows it from the start', () => {
	expect(defaultsOf(sent)).toEqual({ 'Send Email': 'On' });
});

test('an option that is not there until it is added is off until then', () => {
	expect(defaultsOf(collectionOf(calendarDayOption))).toEqual({
		'Options > Add Calendar Day': 'Off; On when added',
	});
});

test('without an optional field, the Payments API decides', () => {
	expect(defaultsOf(collectionOf(sent))).toEqual({ 'Options > Send Email': 'On when added' });
});

test('days are fetched in parallel, whether the option is added or not', () => {
	expect(defaultsOf(collectionOf(parallelDaysOption))).toEqual({
		'Options > Fetch Days in Parallel': 'On',
	});
});

test('the choice of a credential is shown as in the editor, which has no field Authentication', () => {
	const notice: INodeProperties = {
		displayName: 'A scope may be missing',
		name: 'scopeNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { authentication: ['oAuth2'] } },
	};
	const text = table([authenticationField, notice], [authenticationField, notice]);
	expect(text).toContain('| Credential |');
	const { displayName } = new PaymentsOAuth2Api();
	expect(text).toContain(`Only when 'Credential' is ${displayName}.`);
	expect(text).not.toContain('Authentication');
});
