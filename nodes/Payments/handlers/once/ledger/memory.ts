import { Ledger } from './ledger';
import { Requests } from './requests';

/** The memory of this process. */
export const memory = {
	ledger: new Ledger(),
	requests: new Requests(),
	/** Forgets everything, as n8n does when it is started again. */
	restart() {
		memory.ledger = new Ledger();
		memory.requests = new Requests();
	},
};
