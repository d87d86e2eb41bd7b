import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest, ServerResponse } from 'node:http';

import * as nodeClock from '../nodes/Payments/transport/clock';
import { Random } from '../simulator/records/sample/random';

/** How many turns of the event loop without a change mean that only timers are left. */
const IDLE_TURNS = 3;

/** The time of the service at 0, in milliseconds since 1970. */
export const START = Date.UTC(2026, 0, 1);

/** For how long n8n has been running before the first test of a file, in milliseconds. */
const UPTIME = 1e9;

/** The shortest wait, in milliseconds. */
const MIN_WAIT = 0.001;

const real = { setTimeout, clearTimeout, setImmediate };

interface Timer {
	at: number;
	run: () => void;
	/** Whether nobody waits for it: time does not go on for its sake. */
	isLimit: boolean;
}

/**
 * One clock for the node, n8n and the service: whenever nothing is in flight, time jumps to the next timer. It starts at
 * 0, and counts milliseconds.
 */
export class VirtualClock {
	now = 0;
	/** Whether time jumps without `run`, as soon as somebody waits. */
	isSelfDriven = false;
	/** The waits of the node since the clock was installed, in milliseconds. */
	readonly waits: number[] = [];
	/** The options of a simulator that follows this clock. */
	readonly service = {
		now: () => Math.round(START + this.now),
		sleep: async (time: number, response?: ServerResponse) => {
			// The request is open, but nothing happens to it: until the time is over, or the client has left.
			if (response) this.delayed.add(response);
			response?.once('close', () => this.delayed.delete(response));
			await this.wait(time);
			if (response) this.delayed.delete(response);
		},
	};
	private isInstalled = false;
	private isDriven = false;
	private readonly timers = new Map<number, Timer>();
	private nextId = 1;
	private readonly open = new Set<unknown>();
	private readonly delayed = new Set<unknown>();

	/** Replaces the timers of this realm, until `uninstall`. */
	install() {
		this.waits.length = 0;
		if (this.isInstalled) return;
		this.isInstalled = true;
		for (const [name, by] of this.messages) diagnostics.subscribe(name, by);
		globalThis.setTimeout = ((
			run: (...values: unknown[]) => void,
			time = 0,
			...values: unknown[]
		) => this.add(() => run(...values), time)) as unknown as typeof setTimeout;
		globalThis.clearTimeout = ((id: number | NodeJS.Timeout | undefined) => {
			if (!this.timers.delete(Number(id))) real.clearTimeout(id);
		}) as typeof clearTimeout;
		jest.spyOn(performance, 'now').mockImplementation(() => this.now);
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
			const over = new AbortController();
			this.add(() => over.abort(new DOMException('', 'TimeoutError')), time, true);
			return over.signal;
		});
		jest.spyOn(nodeClock, 'wait').mockImplementation(async (time, cancelled) => {
			if (time > 0) this.waits.push(time);
			if (time > 0 && !cancelled?.aborted) await this.wait(time, cancelled);
		});
	}

	uninstall() {
		this.isInstalled = false;
		for (const [name, by] of this.messages) diagnostics.unsubscribe(name, by);
		this.timers.clear();
		Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
		jest.restoreAllMocks();
	}

	/**
	 * Calls a function after a time.
	 *
	 * @param isLimit whether time does not go on for its sake
	 * @returns what `clearTimeout` takes
	 */
	add(run: () => void, time: number, isLimit = false) {
		const id = this.nextId;
		this.nextId += 1;
		const timer = {
			[Symbol.toPrimitive]: () => id,
			ref: () => timer,
			unref: () => timer,
			refresh: () => {
				// A library that test files share, such as undici, keeps a timer of an earlier file.
				if (!this.isInstalled) {
					real.setTimeout(run, time).unref();
					return timer;
				}
				// Time goes on with each wait, however short.
				const at = this.now + (time > 0 ? Math.max(MIN_WAIT, time) : 0);
				this.timers.set(id, { at, run, isLimit });
				if (!isLimit && this.isSelfDriven && !this.isDriven) void this.drive();
				return timer;
			},
		};
		return timer.refresh();
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
		this.open.add(work);
		try {
			return await work;
		} finally {
			this.open.delete(work);
		}
	}

	/** Lets a time pass. */
	async pass(time: number) {
		const passing = this.wait(time);
		await (this.isSelfDriven ? passing : this.run(passing));
	}

	/** Lets time jump for as long as somebody waits. */
	private async drive() {
		this.isDriven = true;
		const isOver = () => [...this.timers.values()].every(({ isLimit }) => isLimit);
		while (!isOver()) if (await this.isIdle(isOver)) this.jump();
		this.isDriven = false;
	}

	/** Waits for a time, or until it is cancelled. */
	private async wait(time: number, cancelled?: AbortSignal) {
		await new Promise<void>((resolve) => {
			const timer = this.add(resolve, time);
			cancelled?.addEventListener('abort', () => {
				this.timers.delete(Number(timer));
				resolve();
			});
		});
	}

	private jump() {
		let first: [number, Timer] | undefined;
		for (const timer of this.timers) if (!first || timer[1].at < first[1].at) first = timer;
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
			if (this.open.size > this.delayed.size) turns = -1;
		}
		return true;
	}

	private readonly begin = (message: unknown) => {
		const { request } = message as { request: ClientRequest };
		this.open.add(request);
		// Those of `fetch` end with a message.
		if ('once' in request) request.once('close', () => this.open.delete(request));
	};

	private readonly end = (message: unknown) => {
		this.open.delete((message as { request: unknown }).request);
	};

	/** The messages of requests, by axios and by `fetch`. */
	private readonly messages = [
		['http.client.request.start', this.begin],
		['undici:request:create', this.begin],
		['undici:request:trailers', this.end],
		['undici:request:error', this.end],
	] as const;
}

/** The clock of the test file, if it has one. */
let current: VirtualClock | undefined;

/** The options of simulators, which follow the clock of the test file. */
export const followClock = () => current?.service;

/** Installs a clock for each test of a file: no wait takes real time, and all end in the same order each time. */
export function useVirtualClock(): VirtualClock {
	const clock = new VirtualClock();
	current = clock;
	clock.isSelfDriven = true;
	clock.now = UPTIME;
	const install = () => {
		clock.install();
		const random = new Random(1, 'clock');
		jest.spyOn(Math, 'random').mockImplementation(() => random.next());
		jest.spyOn(Date, 'now').mockImplementation(clock.service.now);
	};
	// A file may prepare something before all tests.
	beforeAll(install);
	beforeEach(install);
	afterEach(() => clock.uninstall());
	return clock;
}
