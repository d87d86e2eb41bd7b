import type { Simulator } from '../../../simulator';
import { casesOf } from '../../cases';
import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { requester } from '../service';
import { kinds, named, type Kind } from './registered';
import { useTriggers, type Trigger } from './trigger';

/*
 * Each request of each step of a registration fails in each way. A failed request is reported, except for those below.
 * Whatever failed, the next publish leaves one registration, the next unpublish none, and those of others are not changed.
 */

const simulator = useFreshSimulator({ charges: 1 });
const service = requester(simulator);
const start = useTriggers();

interface Step {
	name: string;
	/** Publishes for the first time, and prepares the step. */
	prepare?: (trigger: Trigger, kind: Kind) => unknown;
	act: (trigger: Trigger) => Promise<unknown>;
	/** The requests, if none fails. */
	sends: string[];
}

const duplicate = async (trigger: Trigger, { mode, path, body }: Kind) => {
	const { name } = (await trigger.publish()) as { name: string };
	const own = mode === 'link' ? `Orders (${name})` : name;
	await service(path, body(own, trigger.url));
};

const steps: Step[] = [
	{ name: 'the first publish', act: (trigger) => trigger.publish(), sends: ['GET', 'POST'] },
	{
		name: 'a publish with other parameters',
		prepare: async (trigger, { edited }) => {
			await trigger.publish();
			trigger.edit(edited);
		},
		act: (trigger) => trigger.publish(),
		sends: ['GET', 'PUT'],
	},
	{
		name: 'a publish that finds two of its own',
		prepare: duplicate,
		act: (trigger) => trigger.publish(),
		sends: ['GET', 'DELETE'],
	},
	{
		name: 'a publish in another mode',
		prepare: async (trigger) => {
			await trigger.publish();
			trigger.edit({ mode: 'requests', events: ['payment.completed'] });
		},
		act: (trigger) => trigger.publish(),
		sends: ['GET', 'DELETE', 'GET'],
	},
	{
		name: 'unpublishing',
		prepare: (trigger) => trigger.publish(),
		act: (trigger) => trigger.unpublish(),
		sends: ['GET', 'DELETE', 'GET'],
	},
	{
		name: 'a start of n8n',
		prepare: (trigger) => trigger.publish(),
		act: (trigger) => trigger.restart(),
		sends: ['GET'],
	},
];

type Fault = Parameters<Simulator['fault']>[0];

const faults: Record<string, Fault> = {
	// n8n repeats the request once, with refreshed credentials.
	'401': { status: 401, times: 2 },
	'403': { status: 403, body: { message: 'Your scopes do not allow this.' } },
	'404': { status: 404 },
	'422': { status: 422, body: { message: 'Not like this.' } },
	'429': { status: 429 },
	'500': { status: 500 },
	'503': { status: 503 },
	'520 of a proxy': { status: 520 },
	'connection that breaks before': { cut: 'before' },
	'connection that breaks after': { cut: 'after' },
	'web page': { status: 200, body: '<html>Maintenance</html>' },
};

/** Returns what a step makes of a fault. */
function expectedOf({ name }: Step, { mode }: Kind, method: string, fault: string) {
	const isRefused = ['404', '422'].includes(fault);
	// A record that is gone, or that cannot be deleted, must not prevent the workflow from being published.
	if (method === 'DELETE' && isRefused) return 'left';
	// A link that was paid may never change again.
	if (method === 'PUT' && isRefused && mode === 'link') return 'replaced';
	// The failure ends, or shows nothing about what exists.
	if (name === 'a start of n8n') return isRefused || fault === '500' ? 'registered again' : 'kept';
	return 'reported';
}

const cases = kinds.flatMap((kind) =>
	steps.flatMap((step) =>
		step.sends.flatMap((method, index) =>
			Object.entries(faults).map(([name, fault]) => {
				const expected = expectedOf(step, kind, method, name);
				const title = `${kind.mode}: ${step.name}, ${name} at request ${index + 1}, ${method}`;
				return { title, kind, step, method, index, fault, expected };
			}),
		),
	),
);

test.each(casesOf(cases, 3))('$title: $expected', async (tested) => {
	const { kind, step, index, fault, expected } = tested;
	const startAs = (workflowId: string) =>
		start({ credentials: apiKeyOf(simulator), parameters: kind.parameters, workflowId });
	await (await startAs('w-11')).publish();
	const others = kind.all(simulator);
	const own = () => kind.all(simulator).filter(({ id }) => id !== others[0]!.id);
	const trigger = await startAs('w-1');
	await step.prepare?.(trigger, kind);
	const before = own();
	const sentBefore = simulator.requests.length;

	simulator.fault({ ...fault, skip: index });
	const error: unknown = await step.act(trigger).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	simulator.clearFaults();
	const sent = simulator.requests.slice(sentBefore).map(({ method }) => method);
	expect(sent.slice(0, index + 1)).toEqual(step.sends.slice(0, index + 1));
	expect(error !== undefined).toBe(expected === 'reported');
	expect(JSON.stringify(error ?? '')).not.toContain(simulator.apiKey);
	// After a failure, nothing else is sent.
	if (expected === 'reported') expect(new Set(sent.slice(index)).size).toBe(1);
	if (index === 0 && ['reported', 'kept'].includes(expected)) expect(own()).toEqual(before);
	if (expected === 'left') expect(own()).toHaveLength(before.length);
	if (expected === 'replaced') expect(own()).toMatchObject([{ terms: kind.editedTerms }]);

	trigger.edit(kind.parameters);
	await trigger.publish();
	const present = { name: named(kind), url: trigger.url, terms: kind.terms };
	expect(own()).toEqual([{ id: expect.any(String) as string, ...present }]);
	await trigger.unpublish();
	expect(kind.all(simulator)).toEqual(others);
});
