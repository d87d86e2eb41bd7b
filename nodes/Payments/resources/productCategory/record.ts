import { unchanged, type RecordType } from '../../output/recordType';

/** docs/interface.md, Product category. */
export const productCategoryRecord: RecordType = {
	fields: {
		id: unchanged,
		children: unchanged,
		description: unchanged,
		image: unchanged,
		is_active: unchanged,
		is_parent: unchanged,
		name: unchanged,
		order: unchanged,
	},
	simplified: ['id', 'name', 'description', 'is_active', 'is_parent', 'order'],
};
