import { parts } from './cases/refunds';
import { exploreAll } from './exploreAll';

describe('partial refunds', () => exploreAll(parts));
