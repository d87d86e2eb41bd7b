import { unchanged, recordType } from '../../output/recordType';

/** docs/interface.md, Product category. */
export const productCategoryRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		description: unchanged,
		is_active: unchanged,
		is_parent: unchanged,
		order: unchanged,
	},
	{
		children: unchanged,
		image: unchanged,
	},
);
