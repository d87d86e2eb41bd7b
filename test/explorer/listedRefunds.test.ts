import { parts, wholes } from './cases/refunds';
import { exploreAll } from './exploreAll';

describe('refunds of charges that list them', () =>
	exploreAll([...parts, ...wholes], {
		service: { listRefunds: true },
		maxFaults: 1,
		oneFaultIn: 3,
	}));
