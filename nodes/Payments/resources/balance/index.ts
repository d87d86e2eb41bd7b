import { resource } from '../resource';
import { getMany } from './getMany';
import { getTransactions } from './getTransactions';

export const balance = resource(
	{ name: 'Balance', value: 'balance', mayNeedScope: true, preselected: getMany },
	[getMany, getTransactions],
);
