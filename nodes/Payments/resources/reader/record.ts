import type { IDataObject } from 'n8n-workflow';

import { nested, recordType, time, unchanged } from '../../output/recordType';
import { isObject } from '../../shared/record';

/** docs/interface.md, Reader. */
export const readerRecord = recordType(
	{
		id: unchanged,
		terminal_id: terminalIdOf,
		name: unchanged,
		device_type: unchanged,
		model: nested('details', 'title'),
		serial_number: nested('data', 'serial_number'),
		created_at: time,
	},
	{
		updated_at: time,
	},
);

/** Returns the ID by which payment requests and commands name a reader (docs/dialects.md). */
export function terminalIdOf({ id, data }: IDataObject) {
	return (isObject(data) ? data.id : undefined) ?? id;
}
