import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import * as nodeClock from '../nodes/Payments/transport/clock';

/** How many turns of the event loop without a change mean that only timers are left. */
const IDLE_TURNS = 3;

const real = { setTimeout, clearTimeout, setImmediate };

interface Timer {
	at: number;
	run: () => void;
}

/**
 * One clock for the node, n8n and the service: whenever nothing is in flight, time jumps to the next timer. It starts at
 * 0, and counts milliseconds.
 */
export class VirtualClock {
	now = 0;
	private readonly timers = new Map<number, Timer>();
	private nextId = 1;
	private inFlight = 0;

	/** Replaces the timers of this realm, until `uninstall`. */
	install() {
		diagnostics.subscribe('http.client.request.start', this.count);
		globalThis.setTimeout = ((
			run: (...values: unknown[]) => void,
			time = 0,
			...values: unknown[]
		) => this.add(() => run(...values), time)) as unknown as typeof setTimeout;
		globalThis.clearTimeout = ((id: number | NodeJS.Timeout | undefined) => {
			if (!this.timers.delete(Number(id))) real.clearTimeout(id);
		}) as typeof clearTimeout;
		jest.spyOn(nodeClock, 'monotonic').mockImplementation(() => this.now);
		jest.spyOn(nodeClock, 'wait').mockImplementation(async (time) => {
			if (time > 0) await new Promise<void>((resolve) => this.add(resolve, time));
		});
	}

	uninstall() {
		diagnostics.unsubscribe('http.client.request.start', this.count);
		Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
		jest.restoreAllMocks();
	}

	/** Calls a function after a time. @returns what `clearTimeout` takes */
	add(run: () => void, time: number) {
		const id = this.nextId;
		this.nextId += 1;
		this.timers.set(id, { at: this.now + Math.max(0, time), run });
		const timer = { [Symbol.toPrimitive]: () => id, ref: () => timer, unref: () => timer };
		return timer;
	}

	/** Lets time pass until a promise settles. */
	async run<T>(promise: Promise<T>): Promise<T> {
		let isOver = false;
		const over = () => (isOver = true);
		promise.then(over, over);
		while (!isOver) if (await this.isIdle(() => isOver)) this.jump();
		return await promise;
	}

	/** Waits for work of the service before time jumps. */
	async track<T>(work: Promise<T>): Promise<T> {
		this.inFlight += 1;
		try {
			return await work;
		} finally {
			this.inFlight -= 1;
		}
	}

	/** Lets a time pass. */
	async pass(time: number) {
		await this.run(new Promise<void>((resolve) => this.add(resolve, time)));
	}

	private jump() {
		const [first] = [...this.timers].sort(([, one], [, other]) => one.at - other.at);
		if (!first) throw new Error('Nothing is in flight, and no timer is left');
		const [id, { at, run }] = first;
		this.timers.delete(id);
		this.now = Math.max(this.now, at);
		run();
	}

	/** Waits until only timers are left. @returns false if the wanted is over */
	private async isIdle(isOver: () => boolean): Promise<boolean> {
		for (let turns = 0; turns < IDLE_TURNS; turns += 1) {
			await new Promise((resolve) => real.setImmediate(resolve));
			if (isOver()) return false;
			if (this.inFlight > 0) turns = -1;
		}
		return true;
	}

	private readonly count = (message: unknown) => {
		this.inFlight += 1;
		const { request } = message as { request: ClientRequest };
		request.once('close', () => (this.inFlight -= 1));
	};
}
