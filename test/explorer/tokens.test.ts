import { charges } from './cases/charges';
import { creations } from './cases/creations';
import { parts, wholes } from './cases/refunds';
import { transfers } from './cases/transfers';
import { deletions, updates } from './cases/updates';
import { exploreAll } from './exploreAll';

const writes = [...parts, ...wholes, ...charges, ...creations, ...transfers, ...updates];

/** Of each kind of write. */
const NAMES = [
	/^refund (part|remaining|up to a total), one$/,
	/^(charge|transfer, reference made), one$/,
	/^create (payment request|customer|or update customer), one$/,
	/^(update two fields, in turn|delete payment request, one)$/,
];
const cases = [...writes, ...deletions].filter(({ name }) => NAMES.some((one) => one.test(name)));

describe('writes with OAuth2, whose token expires', () =>
	exploreAll(cases, { isOAuth2: true, alphabet: /^(401|T|F2 cut)/, maxFaults: 3, oneIn: 1 }));
