import { charges } from './cases/charges';
import { exploreAll } from './exploreAll';

describe('charges of subscriptions', () => exploreAll(charges));
