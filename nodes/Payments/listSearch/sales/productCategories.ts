import { line } from '../label';
import { allOptions, listOf } from '../list';
import { byEither } from '../paging';

/** The fields of a category's label (docs/interface.md, Product category). */
interface ProductCategory {
	name?: string;
	is_active?: boolean;
}

/** Lists product categories, searched by words of the name. */
export const searchProductCategories = listOf<ProductCategory>({
	path: '/v1/product-category',
	search: 'keywords',
	paging: byEither(),
	label: ({ name, is_active: isActive }) =>
		line(name) && isActive === false ? `${line(name)} (inactive)` : line(name),
});

/** Lists all product categories, to select several of them. */
export const getProductCategories = allOptions(searchProductCategories);
