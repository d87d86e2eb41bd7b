import { wholes } from './cases/refunds';
import { exploreAll } from './exploreAll';

describe('refunds of what remains, and up to a total', () => exploreAll(wholes));
