import { resource } from '../resource';
import { deleteOperation } from './delete';
import { getMany } from './getMany';

export const location = resource(
	{ name: 'Location', value: 'location', mayNeedScope: true, preselected: getMany },
	[deleteOperation, getMany],
);
