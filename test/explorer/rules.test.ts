import { Ledger } from '../../nodes/Payments/handlers/once/ledger/ledger';
import * as version from '../../nodes/Payments/handlers/once/ledger/version';
import * as machine from '../../nodes/Payments/handlers/once/machine';
import * as serverTime from '../../nodes/Payments/handlers/once/snapshot/serverTime';
import * as waiting from '../../nodes/Payments/handlers/once/waitUntil';
import * as clock from '../../nodes/Payments/transport/clock';
import { charges } from './cases/charges';
import { creations } from './cases/creations';
import { parts, wholes } from './cases/refunds';
import { transfers } from './cases/transfers';
import { updates } from './cases/updates';
import { useWorld } from './exploreAll';
import { walkCase } from './walk';

/*
 * Each rule of docs/reliability.md is needed: without it, the explorer finds a promise that is broken.
 */

const world = useWorld();
const cases = [...parts, ...wholes, ...charges, ...creations, ...transfers, ...updates];

interface Rule {
	rule: string;
	/** The case whose promise is broken without it. */
	name: string;
	faults: number;
	/** The faults that are enough. */
	alphabet?: RegExp;
	isOAuth2?: boolean;
	switchOff: () => jest.SpyInstance;
}

test.each<Rule>([
	{
		rule: 'a lookup before a request is sent again',
		name: 'refund part, one',
		faults: 1,
		switchOff: () => jest.spyOn(machine, 'maySendAgain').mockReturnValue(true),
	},
	{
		rule: 'the time until a request has settled',
		name: 'create customer, one',
		faults: 1,
		switchOff: () => jest.spyOn(machine, 'isSettled').mockReturnValue(true),
	},
	{
		rule: 'freshness of what is read',
		name: 'update two fields, in turn',
		faults: 1,
		switchOff: () => jest.spyOn(version, 'isBehind').mockReturnValue(false),
	},
	{
		rule: 'IDs that other items have',
		name: 'charge, same',
		faults: 1,
		switchOff: () => jest.spyOn(Ledger.prototype, 'isClaimed').mockReturnValue(false),
	},
	{
		rule: 'a refused request is not sent again yet',
		name: 'refund part, retry',
		faults: 3,
		alphabet: /^W 422|^F4 20 s/,
		switchOff: () => jest.spyOn(machine, 'isTooEarly').mockReturnValue(false),
	},
	{
		rule: 'the time of what was read, by the clock of HitPay',
		name: 'charge after another, one',
		faults: 2,
		alphabet: /^F1|^F4 5 s/,
		switchOff: () => jest.spyOn(serverTime, 'isMadeBefore').mockReturnValue(false),
	},
	{
		rule: 'other creations that may have made a record',
		name: 'create subscription with and without a reference, two',
		faults: 2,
		alphabet: /^F1|^F2 cut/,
		switchOff: () => jest.spyOn(Ledger.prototype, 'mayBeOfOther').mockReturnValue(false),
	},
	{
		rule: 'the wait until reads show a refused transfer with the reference',
		name: 'transfer, reference entered, again',
		faults: 3,
		alphabet: /^W 422|^F4 20 s/,
		switchOff: () => jest.spyOn(waiting, 'waitUntil').mockResolvedValue(),
	},
	{
		rule: 'the end of a request for which n8n still waits for a token',
		name: 'create customer, one',
		faults: 2,
		alphabet: /^401|^T 4 min/,
		isOAuth2: true,
		switchOff: () =>
			jest.spyOn(clock, 'sendInTime').mockImplementation(async (time, _options, send) => {
				return await clock.inTime(clock.timeLimit(time), send());
			}),
	},
])(
	'$rule: without it, "$name" has violations',
	async ({ name, faults, alphabet = /./, isOAuth2 = false, switchOff }) => {
		const one = cases.find((candidate) => candidate.name === name)!;
		world.front.alphabet = alphabet;
		world.signIn(isOAuth2);
		expect((await walkCase(world, one, { maxFaults: faults })).violations).toEqual([]);
		const rule = switchOff();
		const { violations } = await walkCase(world, one, { maxFaults: faults }, 1);
		rule.mockRestore();
		expect(violations).not.toEqual([]);
	},
	600_000,
);
