import type { Message, Section } from './message';

/** The reports in place of the picture of a QR code; the first one stops the item. */
export const qrImages = {
	notGenerated: {
		message: "'Return QR Content' is off, so there is no code for 'QR Picture'",
		description: "Turn 'Return QR Content' on or remove it, or set 'QR Picture' to None.",
	} satisfies Message,
	/** Is output with the record, which was created. */
	noCode: { message: 'Not made: the record has no QR code' },
	tooLong: { message: 'Not made: the content is longer than a QR code can be' },
	notStored: (reason: string) => ({ message: `Not made: ${reason}` }),
} satisfies Section;
