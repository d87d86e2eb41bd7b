import { resource } from '../resource';
import { cancel } from './cancel';
import { charge } from './charge';
import { create } from './create';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

/** Create comes first in a new node: a charge takes money, and a cancellation is for good. */
export const subscription = resource(
	{ name: 'Subscription', value: 'subscription' },
	[cancel, charge, create, get, getMany, update],
	getMany,
);
