import type { Logo, MethodLogo } from '../types';

const HOST = 'https://assets.payments.example/dashboard/images/payment-methods';

const logos = new Map<string, Logo>();

/** Returns the logo of a payment method or card brand. All records share it. */
export function logo(name: string): Logo {
	let known = logos.get(name);
	if (!known) {
		known = {
			sm: `${HOST}/${name}/logo-sm@2x.png`,
			md: `${HOST}/${name}/logo-md@2x.png`,
			lg: `${HOST}/${name}/logo-lg@2x.png`,
			svg: `${HOST}/${name}/logo.svg`,
			svg_square: `${HOST}/${name}/logo-square.svg`,
			png_square: `${HOST}/${name}/logo-square@2x.png`,
		};
		logos.set(name, known);
	}
	return known;
}

const displayNames: Record<string, string> = {
	paynow_online: 'PayNow',
	upi_qr: 'UPI',
	qrph_netbank: 'QR Ph',
};

/** Returns the logo of a payment method, as static QR codes show it. */
export function methodLogo(method: string): MethodLogo {
	return {
		...logo(method),
		method,
		iconName: method.replace(/_/g, '-'),
		displayName: displayNames[method] ?? method,
	};
}
