import { transfers } from './cases/transfers';
import { exploreAll } from './exploreAll';

describe('transfers', () => exploreAll(transfers));
