import { resource } from '../resource';
import { getMany } from './getMany';
import { reconcile } from './reconcile';

export const payout = resource(
	{ name: 'Payout', value: 'payout', mayNeedScope: true, preselected: getMany },
	[getMany, reconcile],
);
