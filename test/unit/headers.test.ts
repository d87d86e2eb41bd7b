import type { Context } from '../../nodes/Payments/run/context';
import { headerReader, lastResponseTime, recordTime } from '../../nodes/Payments/transport/headers';

const item = {} as Context;

test('the time of the last response is that of its header, if it has one', () => {
	expect(lastResponseTime(item)).toBeUndefined();
	recordTime(item, { date: 'Thu, 01 Jan 2026 00:00:07 GMT' });
	expect(lastResponseTime(item)).toBe(Date.UTC(2026, 0, 1, 0, 0, 7));
	recordTime(item, {});
	recordTime(item, { date: 'soon' });
	expect(lastResponseTime(item)).toBe(Date.UTC(2026, 0, 1, 0, 0, 7));
	expect(lastResponseTime({} as Context)).toBeUndefined();
});

test('headers are read, and each record of a list is an item, as n8n makes them', async () => {
	const read: object[] = [];
	const { data, actions } = headerReader((headers) => read.push(headers));
	const respond = actions[0] as (items: object[], response: object) => Promise<object[]>;
	const given = [{ json: { of: 'n8n' } }];
	const headers = { date: 'now' };
	expect(await respond(given, { headers, body: [{ id: 1 }, { id: 2 }] })).toEqual([
		{ json: { id: 1 } },
		{ json: { id: 2 } },
	]);
	expect(await respond(given, { headers, body: { data: [] } })).toBe(given);
	expect(read).toEqual([headers, headers]);
	expect(data).toEqual({ parameterValue: undefined });
});
