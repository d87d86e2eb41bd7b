import { money } from '../../shared/money';
import { line, method } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** The fields of a static QR code's label (docs/interface.md, Static QR). */
interface StaticQr {
	name?: string;
	amount?: number | null;
	currency?: string | null;
	payment_provider_method?: string;
}

/** Lists static QR codes, searched by their labels: the API cannot search them. */
export const searchStaticQrs = listOf<StaticQr>({
	path: '/v1/static_qr',
	paging: byEither(),
	label: (code) =>
		line(
			code.name,
			method(code.payment_provider_method),
			// Without an amount, the customer enters it.
			code.amount ? money(code.amount, code.currency) : undefined,
		),
});
