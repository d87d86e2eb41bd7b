import { charges } from './cases/charges';
import { creations } from './cases/creations';
import { parts, wholes } from './cases/refunds';
import { transfers } from './cases/transfers';
import { deletions, updates } from './cases/updates';
import { exploreAll } from './exploreAll';

const writes = [...parts, ...wholes, ...charges, ...creations, ...transfers, ...updates];

/** One case of each kind of write. */
const cases = [...writes, ...deletions].filter(({ name }) => /, (one|in turn)$/.test(name));

describe('writes with OAuth2, whose token expires', () =>
	exploreAll(cases, { isOAuth2: true, alphabet: /^(401|T|F2 cut)/, maxFaults: 3, oneIn: 1 }));
