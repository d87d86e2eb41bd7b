import { creations } from './cases/creations';
import { exploreAll } from './exploreAll';

describe('creations, and creations or updates', () => exploreAll(creations));
