import { Business } from './business';
import { Faults } from './faults';
import type { JournalEntry } from './journal';
import { OAuth } from './oauth';
import type { Role, Settings } from './options';

/** Everything the simulator knows; routes work on this. */
export class Service {
	readonly faults = new Faults();
	readonly journal: JournalEntry[] = [];
	readonly oauth: OAuth;
	/** All businesses of the merchant. */
	readonly businesses: readonly Business[];
	/** The one the API key and the options are about. */
	readonly first: Business;
	/** Role of the person at the dashboard. */
	role: Role;
	/** Where the simulator listens, known once it does. */
	url = '';

	constructor(readonly settings: Settings) {
		this.role = settings.role;
		this.first = new Business(settings, 0);
		const more = Array.from(
			{ length: settings.businesses - 1 },
			(_, index) => new Business(settings, index + 1),
		);
		this.businesses = [this.first, ...more];
		this.oauth = new OAuth(settings, this.first);
	}

	/** Whose API key this is. */
	businessOf(apiKey: string): Business | undefined {
		return this.businesses.find((business) => business.apiKey === apiKey);
	}
}
