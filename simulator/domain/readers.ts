import { ApiError, invalid } from '../errors';
import { DAY, type Calendar } from '../records/calendar';
import type { Random } from '../records/sample/random';
import type { PaymentRequest, Reader } from '../records/types';

/** The card readers of a business. Each shows the payment request that was last sent to it. */
export class Readers {
	readonly list: Reader[];
	/** Payment requests by the ID of the terminal. */
	private readonly shown = new Map<string, PaymentRequest>();

	/** @param before all readers are older (milliseconds since 1970) */
	constructor(random: Random, calendar: Calendar, before: number) {
		this.list = ['Counter 1', 'Counter 2', 'Kiosk'].map((name, index) => {
			const at = calendar.withOffset(before - (index + 1) * 30 * DAY);
			return {
				id: random.uuid(),
				name,
				device_type: 'bbpos_wisepos_e',
				details: { title: 'WisePOS E', image: 'https://example.com/wisepos-e.png' },
				data: { id: `tmr_12312300${index + 1}`, serial_number: `WSC${random.digits(12)}` },
				created_at: at,
				updated_at: at,
			};
		});
	}

	/** Shows a payment request on a terminal. @param terminal its ID, if the request names one */
	show(request: PaymentRequest, terminal: string | undefined) {
		if (terminal !== undefined && !this.has(terminal))
			throw invalid('wifi_terminal_id', 'The wifi_terminal_id field must be a terminal.');
		if (terminal !== undefined) this.shown.set(terminal, request);
		else if (request.payment_methods.includes('wifi_card_reader'))
			throw invalid('wifi_terminal_id', 'The wifi_terminal_id field is required.');
	}

	/** Returns the request that a terminal shows, until it is paid. */
	shownOn(terminal: string): PaymentRequest | undefined {
		const request = this.shown.get(terminal);
		return request?.status === 'completed' ? undefined : request;
	}

	cancel(terminal: string) {
		if (!this.has(terminal))
			throw new ApiError(400, 'This terminal is not connected to your business.');
		this.shown.delete(terminal);
	}

	/** Prints a receipt, which nothing shows. */
	print(terminal: string) {
		if (!this.has(terminal)) throw invalid('terminal_id', 'Terminal not found');
	}

	has(terminal: string): boolean {
		return this.list.some(({ data }) => data.id === terminal);
	}
}
