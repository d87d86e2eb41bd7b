import { resource } from '../resource';
import { cancel } from './cancel';
import { charge } from './charge';
import { create } from './create';
import { get } from './get';
import { getCharges } from './getCharges';
import { getMany } from './getMany';
import { update } from './update';

/** Get Many comes first in a new node: the first two take money or cancel for good. */
export const subscription = resource(
	{ name: 'Subscription', value: 'subscription', preselected: getMany },
	[cancel, charge, create, get, getCharges, getMany, update],
);
