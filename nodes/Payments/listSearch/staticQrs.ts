import { line, method, money } from './label';
import { byEither, listOf } from './list';

/** What a static QR code is shown by (docs/interface.md, Static QR). */
interface StaticQr {
	name?: string;
	amount?: number | null;
	currency?: string | null;
	payment_provider_method?: string;
}

/** Static QR codes, searched by what they are shown by: the service has no search for them. */
export const searchStaticQrs = listOf<StaticQr>({
	path: '/v1/static_qr',
	paging: byEither,
	label: (code) =>
		line(
			code.name,
			method(code.payment_provider_method),
			// One without an amount lets the customer enter it.
			code.amount ? money(code.amount, code.currency) : undefined,
		),
});
