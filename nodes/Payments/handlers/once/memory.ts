import { Ledger } from './ledger';

/** What this process remembers. */
export const memory = {
	ledger: new Ledger(),
	/** Forgets everything, as n8n does when it is started again. */
	restart() {
		memory.ledger = new Ledger();
	},
};
