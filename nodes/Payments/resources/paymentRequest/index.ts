import { resource } from '../resource';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { deleteOperation } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';
import { wait } from './wait';

export const paymentRequest = resource(
	{ name: 'Payment Request', value: 'paymentRequest', preselected: create },
	[create, createAndWait, deleteOperation, get, getMany, update, wait],
);
