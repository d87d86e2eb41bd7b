import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiRequest } from './client';
import { endpointOf } from './differences';
import type { Findings } from './findings';
import { idOf, objectOf, recordsOf, type Json } from './json';
import { codeTrial, invoiceTrials, limitTrial, productsOf, trialsOf, type Trial } from './trials';

/** Milliseconds before each attempt to delete. */
const DELETE_WAITS = [0, 1000, 5000];

/**
 * Creates, reads, changes and deletes records. All created records are deleted in any case.
 *
 * @param mark text in each record, by which it is found if the response to its creation is lost
 * @param currency that of the business
 */
export async function write(findings: Findings, mark: string, currency: string) {
	const [product] = productsOf(findings.client.exchanges);
	const trials = [...trialsOf(mark, currency), ...invoiceTrials(mark, product)];
	for (const trial of [...trials, codeTrial(mark, currency), limitTrial(mark, currency)]) {
		let id: string | undefined;
		let isRefused = false;
		try {
			const request: ApiRequest = { method: 'POST', path: trial.list };
			const created = await attempt(findings, request, trial.bodies, trial.mayBeRefused);
			isRefused = created !== undefined && /^4/.test(String(created.status));
			id = idOf(objectOf(created?.body));
			if (id) await readAndChange(findings, trial, id);
		} finally {
			const isGone = isRefused || (await remove(findings, trial, mark, id));
			if (!isGone) findings.left.push(trial.list);
		}
	}
}

/**
 * Sends one body after the other while there are more and the API refuses them with a 422.
 *
 * @param mayBeRefused whether the API may refuse the last one, too
 */
async function attempt(
	findings: Findings,
	request: ApiRequest,
	bodies: object[],
	mayBeRefused = false,
) {
	for (const [index, body] of bodies.entries()) {
		const isLast = index === bodies.length - 1;
		const wanted = isLast && !mayBeRefused ? /^2/ : /^(2..|422)$/;
		const response = await findings.check({ ...request, body }, wanted);
		if (response?.status !== 422 || isLast) return response;
	}
	return undefined;
}

async function readAndChange(
	findings: Findings,
	{ one, changes = [], changedBy = 'PUT' }: Trial,
	id: string,
) {
	await findings.check({ method: 'GET', path: one, id });
	await attempt(findings, { method: changedBy, path: one, id }, changes);
}

/** Deletes the record, also after the check was stopped. @returns whether it is certainly gone */
async function remove(findings: Findings, { list, one }: Trial, mark: string, id?: string) {
	for (const wait of DELETE_WAITS) {
		await sleep(wait);
		const found = id ?? (await find(findings, list, mark));
		if (found === undefined) continue;
		const request = { path: one, id: found, evenIfStopped: true };
		const deleted = await findings.check({ ...request, method: 'DELETE' });
		if (/^2/.test(String(deleted?.status))) return true;
		const read = await findings.send({ ...request, method: 'GET' });
		if (read?.status === 404 || read?.status === 422) return true;
	}
	return false;
}

/** Returns the ID of the record with the mark, on the first page of its list. */
async function find(findings: Findings, list: string, mark: string): Promise<string | undefined> {
	const hasPages = endpointOf('GET', list).all.some(({ name }) => name === 'per_page');
	const query = hasPages ? { per_page: '100' } : undefined;
	const page = await findings.send({ method: 'GET', path: list, query, evenIfStopped: true });
	const isMarked = (one: Json) =>
		Object.values(one).some((value) => String(value).startsWith(mark));
	return idOf(recordsOf(page?.body).find(isMarked));
}
