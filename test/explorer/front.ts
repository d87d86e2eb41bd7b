import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Simulator } from '../../simulator';
import type { VirtualClock } from '../clock';
import type { Choose } from './explore';
import { faultsOf, isCharge, PENDING_MS, type Fault } from './faults';

/** A payment method with which charges are pending first. */
const SLOW = 'giro';

/** Returns whether responses lack a field, by its name and value. */
export type IsHidden = (name: string, value: unknown) => boolean;

/** A request that arrived, and what happened to it. */
export interface Arrival {
	at: number;
	method: string;
	url: string;
	body: string;
	fault: string;
	status?: number;
}

const denied: Answer = {
	status: 403,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ message: 'Your scopes do not allow this.' }),
};

/** The service as n8n reaches it: at each request, what happens is chosen. */
export class Front {
	choose: Choose = () => 0;
	arrivals: Arrival[] = [];
	/** Returns what can happen to a request. */
	faultsOf = faultsOf;
	/** The faults that can happen, by their names. */
	alphabet = /./;
	/** Returns whether responses lack a field; by default none does. */
	isHidden?: IsHidden;
	/** Whether the credential may read nothing. */
	isDenied = false;
	private ahead = 0;
	/** Reads that fail for ever. */
	private broken = new Map<string, Fault>();
	private readonly server: Server;

	/** @param replicas copies of the service that are behind, by how much (milliseconds) */
	constructor(
		private readonly clock: VirtualClock,
		private readonly service: Simulator,
		private readonly replicas: ReadonlyMap<number, Simulator>,
	) {
		this.server = createServer((request, response) => {
			void this.handle(request, response).then((answer) => {
				if (!answer) return request.socket.destroy();
				response.writeHead(answer.status, answer.headers);
				response.end(answer.body);
			});
		});
	}

	async listen(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close() {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/**
	 * Begins a path.
	 *
	 * @param isHidden returns whether responses lack a field
	 * @param ahead how far the clock of the server is ahead of its records, in milliseconds
	 */
	begin(choose: Choose, isHidden?: IsHidden, ahead = 0) {
		this.ahead = ahead;
		this.isDenied = false;
		this.choose = choose;
		this.isHidden = isHidden;
		this.arrivals = [];
		this.mend();
	}

	/** Reads that failed for ever work again. */
	mend() {
		this.broken = new Map();
	}

	private async handle(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<Answer | undefined> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const { method = 'GET', url = '' } = request;
		const kind = kindOf(url);
		const faults = this.faultsOf(method, url).filter(({ name }) => this.alphabet.test(name));
		const broken = method === 'GET' ? this.broken.get(kind) : undefined;
		const fault = broken ?? [undefined, ...faults][this.choose(faults.length + 1)];
		const arrival: Arrival = { at: this.clock.now, method, url, body, fault: fault?.name ?? '' };
		this.arrivals.push(arrival);
		if (fault?.isForEver) this.broken.set(kind, fault);
		if (fault?.delay) await this.clock.service.sleep(fault.delay, response);
		fault?.meanwhile?.();
		const plain = await this.answer({ method, url, body, headers: request.headers }, fault);
		const answer = plain && (fault?.edit?.(plain) ?? plain);
		arrival.status = answer?.status;
		if (!answer) return undefined;
		// The records of a copy are behind, not the clock of the server.
		const date = new Date(this.clock.service.now() + this.ahead).toUTCString();
		const headers = { ...answer.headers, date };
		return {
			...answer,
			headers,
			body: this.isHidden ? without(answer.body, this.isHidden) : answer.body,
		};
	}

	private async answer(asked: Asked, fault?: Fault): Promise<Answer | undefined> {
		if (this.isDenied && asked.method === 'GET') return denied;
		if (fault?.instead) return fault.instead;
		if (fault?.lag) return await forward(this.replicas.get(fault.lag)!, asked);
		if (fault?.isLost) return undefined;
		if (fault?.late !== undefined) {
			this.clock.add(() => void this.process(asked), fault.late);
			return undefined;
		}
		const answer = await this.process(asked, fault?.pending);
		if (fault?.isCut) return undefined;
		return fault?.after ?? answer;
	}

	/** Passes a request on, and later to the copies if it may change something. */
	private async process(asked: Asked, pending?: Fault['pending']): Promise<Answer> {
		const passOn = async (to: Simulator) => {
			return pending ? await this.pend(to, asked, pending) : await forward(to, asked);
		};
		const answer = await this.clock.track(passOn(this.service));
		if (asked.method !== 'GET') {
			for (const [lag, replica] of this.replicas) {
				this.clock.add(() => void this.clock.track(passOn(replica)), lag);
			}
		}
		return answer;
	}

	/** Makes a refund or a charge that is pending for a while. */
	private async pend(
		to: Simulator,
		asked: Asked,
		{ isShown, end }: NonNullable<Fault['pending']>,
	): Promise<Answer> {
		const subscription = isCharge(asked.url) ? asked.url.split('/').at(-1) : undefined;
		if (subscription) to.attachMethod(subscription, SLOW);
		else to.pendNextRefund(isShown);
		const answer = await forward(to, asked);
		if (subscription) to.attachMethod(subscription);
		const { id, payment_id } = JSON.parse(answer.body || '{}') as Record<string, string>;
		const finish = () => (id ? to.endRefund(id, end) : to.changeCharge(payment_id!, end));
		if (id ?? payment_id) this.clock.add(finish, PENDING_MS);
		return answer;
	}
}

interface Asked {
	method: string;
	url: string;
	body: string;
	headers: IncomingMessage['headers'];
}

interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** A failure that does not end affects all reads of a kind. */
function kindOf(url: string): string {
	return url.split('?')[0]!.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'ID');
}

/** Returns a JSON text without some fields. */
function without(body: string, isHidden: IsHidden): string {
	try {
		const kept = (key: string, value: unknown) => (isHidden(key, value) ? undefined : value);
		return JSON.stringify(JSON.parse(body, kept));
	} catch {
		return body;
	}
}

function omit<T extends object>(values: T, names: string[]): T {
	return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as T;
}

async function forward(to: Simulator, { method, url, body, headers }: Asked): Promise<Answer> {
	const rest = omit(headers, ['host', 'connection', 'content-length', 'authorization']);
	const {
		statusCode,
		headers: own,
		body: text,
	} = await to.inject({
		method: method as 'GET',
		url,
		// Whatever token n8n has: whether it is valid is a fault.
		headers: { ...rest, 'x-business-api-key': to.apiKey },
		...(body && { payload: body }),
	});
	const kept = omit(own, ['transfer-encoding', 'connection', 'content-length']);
	return { status: statusCode, headers: kept as Answer['headers'], body: text };
}

export type { Answer };
