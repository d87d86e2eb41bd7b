import { resource } from '../resource';
import { cancelPayment } from './cancelPayment';
import { getMany } from './getMany';

export const reader = resource(
	{ name: 'Reader', value: 'reader', mayNeedScope: true, preselected: getMany },
	[cancelPayment, getMany],
);
