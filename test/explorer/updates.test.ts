import { deletions, updates } from './cases/updates';
import { exploreAll } from './exploreAll';

describe('updates', () => exploreAll(updates, { isCheap: true }));
describe('deletions', () => exploreAll(deletions));
