import { terminalIdOf } from '../../resources/reader/record';
import { isObject } from '../../shared/record';
import { listAtOnce } from '../atOnce';
import { line } from '../label';

/** The largest page (docs/interface.md, Readers): a business with more readers enters the ID. */
const PAGE = { limit: 100, per_page: 100 };

/** Lists readers with their models, by the IDs of their terminals. */
export const searchReaders = listAtOnce(
	'/v1/readers',
	({ name, details }) => line(name, isObject(details) ? details.title : undefined),
	{ query: PAGE, idOf: terminalIdOf },
);
