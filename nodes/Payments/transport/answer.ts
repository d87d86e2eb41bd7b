/** The ID of a record as text, which may come as a number; nothing where it has none. */
export function idTextOf(record: unknown): string | undefined {
	const { id } = (record ?? {}) as { id?: unknown };
	return (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : undefined;
}

/** Whether a record is the one with this ID: IDs are compared as text, in whatever case. */
export function isRecordOf(id: string, record: unknown): boolean {
	return idTextOf(record)?.toLowerCase() === id.toLowerCase();
}
