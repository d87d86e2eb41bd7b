import { resource } from '../resource';
import { getMany } from './getMany';

export const productCategory = resource(
	{ name: 'Product Category', value: 'productCategory', mayNeedScope: true, preselected: getMany },
	[getMany],
);
