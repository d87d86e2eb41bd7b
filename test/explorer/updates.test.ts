import { commands } from './cases/commands';
import { productUpdates } from './cases/products';
import { deletions, updates } from './cases/updates';
import { exploreAll } from './exploreAll';

describe('updates', () => exploreAll(updates));
describe('updates of products', () => exploreAll(productUpdates));
describe('deletions', () => exploreAll(deletions));
// Nothing shows that a command was refused although it was processed (W).
describe('commands', () => exploreAll(commands, { alphabet: /^(?!W)/ }));
