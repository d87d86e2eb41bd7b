import { deletions, updates } from './cases/updates';
import { exploreAll } from './exploreAll';

describe('updates', () => exploreAll(updates, { isCore: true }));
describe('deletions', () => exploreAll(deletions));
