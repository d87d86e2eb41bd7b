import fc from 'fast-check';

import { charges } from '../explorer/cases/charges';
import { creations } from '../explorer/cases/creations';
import { parts, wholes } from '../explorer/cases/refunds';
import { deletions, updates } from '../explorer/cases/updates';
import { planned } from '../explorer/explore';
import { useWorld } from '../explorer/exploreAll';
import { walkPath } from '../explorer/walk';
import { print } from './print';

const seed = Number(process.env.SEED ?? 1);

/** How many paths are walked: `PATHS=50000` takes a quarter of an hour. */
const COUNT = Number(process.env.PATHS ?? 600);

/** How many requests of a path have no fault, and which fault follows. */
const faults = fc.array(fc.record({ skipped: fc.nat({ max: 8 }), fault: fc.nat() }), {
	minLength: 1,
	maxLength: 3,
});

const cases = [...parts, ...wholes, ...charges, ...creations, ...updates, ...deletions];

describe.each([false, true])('a charge lists its refunds: %s', (listRefunds) => {
	const world = useWorld({ listRefunds });

	test(`up to three faults, seed ${seed}: no promise is broken`, async () => {
		let items = 0;
		let unconfirmed = 0;
		const path = fc.asyncProperty(fc.constantFrom(...cases), faults, async (one, chosen) => {
			const { said, found, log } = await walkPath(world, one, planned(chosen));
			items += said.length;
			unconfirmed += said.filter(({ isUnconfirmed }) => isUnconfirmed).length;
			if (found.length > 0) throw new Error(`${one.name}: ${found.join('; ')}\n${log}`);
		});
		await fc.assert(path, { seed, numRuns: COUNT / 2 });
		const share = Math.round((1000 * unconfirmed) / items) / 10;
		print('Up to three faults', { seed, paths: COUNT / 2, 'unconfirmed, in percent': share });
	}, 3_600_000);
});
