import type { Logo, MethodLogo } from './types';

const HOST = 'https://assets.payments.example/dashboard/images/payment-methods';

const logos = new Map<string, Logo>();

/** The logo of a payment method or card brand; shared by all records that show it. */
export function logo(name: string): Logo {
	let found = logos.get(name);
	if (!found) {
		found = {
			sm: `${HOST}/${name}/logo-sm@2x.png`,
			md: `${HOST}/${name}/logo-md@2x.png`,
			lg: `${HOST}/${name}/logo-lg@2x.png`,
			svg: `${HOST}/${name}/logo.svg`,
			svg_square: `${HOST}/${name}/logo-square.svg`,
			png_square: `${HOST}/${name}/logo-square@2x.png`,
		};
		logos.set(name, found);
	}
	return found;
}

const displayNames: Record<string, string> = {
	paynow_online: 'PayNow',
	upi_qr: 'UPI',
	qrph_netbank: 'QR Ph',
};

/** The logo of a payment method as a static QR code carries it. */
export function methodLogo(method: string): MethodLogo {
	return {
		...logo(method),
		method,
		iconName: method.replace(/_/g, '-'),
		displayName: displayNames[method] ?? method,
	};
}
