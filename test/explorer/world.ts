import { memory } from '../../nodes/Payments/handlers/once/ledger/memory';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';
import type { Notification } from '../../simulator/webhooks/deliveries';
import { START, VirtualClock } from '../clock';
import { apiKeyOf, oAuth2Of, runPayments } from '../engine/run';
import { formFor } from '../simulator/helpers';
import type { Run } from './cases/case';
import { faultsOf, oAuth2FaultsOf } from './faults';
import { Front } from './front';

/** How far the copies are behind, in milliseconds. */
const LAGS = [5_000, 20_000];

/** The service, its copies that are behind, and n8n, all with one clock. */
export class World {
	readonly clock = new VirtualClock();
	service!: Simulator;
	front!: Front;
	/** The events that the service has to notify; `deliver` of an explorer sends it. */
	readonly notifications: Notification[] = [];
	private replicas = new Map<number, Simulator>();
	private isOAuth2 = false;
	paths = 0;

	async start(options: SimulatorOptions = {}) {
		const open = async (lag: number) =>
			await startSimulator({
				charges: 0,
				payouts: 0,
				orders: 0,
				transfers: 0,
				products: 1,
				locations: 1,
				businesses: 1,
				maxTries: 0,
				...(lag === 0 && {
					observer: { notification: (one) => void this.notifications.push(one as Notification) },
				}),
				...options,
				now: () => START + this.clock.now - lag,
			});
		this.service = await open(0);
		for (const lag of LAGS) this.replicas.set(lag, await open(lag));
		this.front = new Front(this.clock, this.service, this.replicas);
		await this.front.listen();
		this.clock.install();
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
	}

	async stop() {
		this.clock.uninstall();
		await this.front.close();
		for (const one of [this.service, ...this.replicas.values()]) await one.close();
	}

	/**
	 * Does the same with the service and, once they have caught up, with its copies, such as adding a record: they show the
	 * same times.
	 *
	 * @returns what the service returns
	 */
	onAll<T>(act: (simulator: Simulator) => T): T {
		for (const [lag, replica] of this.replicas) this.clock.add(() => void act(replica), lag);
		return act(this.service);
	}

	/** Begins a path: nothing is left of the one before, and n8n has been running for long. */
	async begin() {
		this.paths += 1;
		for (const one of [this.service, ...this.replicas.values()]) one.renew();
		this.notifications.length = 0;
		this.restart();
		await this.clock.pass(100_000);
	}

	/** n8n is killed, and started again: it has no memory of what it sent. */
	restart() {
		memory.restart();
	}

	/** Creates a record at the service and its copies. */
	async create(path: string, body: object): Promise<{ id: string }> {
		const form = formFor('POST', path, body);
		return await this.onAll(async (one) => {
			const answer = await one.inject({
				method: 'POST',
				url: path,
				headers: { 'x-business-api-key': one.apiKey, ...(form && { 'content-type': form.type }) },
				payload: form?.body ?? body,
			});
			return answer.json<{ id: string }>();
		});
	}

	/** Sets whether n8n uses the credential for OAuth2, whose tokens expire. */
	signIn(isOAuth2: boolean) {
		this.isOAuth2 = isOAuth2;
		this.front.faultsOf = isOAuth2 ? oAuth2FaultsOf : faultsOf;
	}

	private get credentialType() {
		return this.isOAuth2 ? 'paymentsOAuth2Api' : 'paymentsApi';
	}

	private credentials() {
		const { front, service, isOAuth2 } = this;
		if (!isOAuth2) return apiKeyOf({ url: front.url, apiKey: service.apiKey });
		return { paymentsOAuth2Api: { ...oAuth2Of(service).paymentsOAuth2Api, apiUrl: front.url } };
	}

	/** Runs the node, with a credential of its own for each path. @returns its items, or the error that stopped it */
	async run({ parameters, items, node = {}, execution }: Run) {
		const { items: outputs, error } = await runPayments({
			parameters,
			items,
			credentials: this.credentials(),
			...(execution && { executionId: `${execution} of path ${this.paths}` }),
			node: {
				onError: 'continueRegularOutput',
				credentials: { [this.credentialType]: { id: `path ${this.paths}`, name: 'Test' } },
				...node,
			},
		});
		return { outputs, stopped: error };
	}
}
