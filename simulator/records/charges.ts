import type { Calendar } from './calendar';
import { addressOf } from './locations';
import { logo } from './sample/logos';
import {
	cardBrands,
	cardCountries,
	channels,
	currencies,
	firstNames,
	lastNames,
	paymentMethods,
	remarks,
} from './sample/names';
import type { Random } from './sample/random';
import type { Charge, ChargeLocation, ChargeStatus, Location, User } from './types';

const statuses: ReadonlyArray<readonly [ChargeStatus, number]> = [
	['succeeded', 80],
	['failed', 6],
	['refunded', 4],
	['partially_refunded', 4],
	['pending', 2],
	['succeeded_manually', 1.5],
	['cancelled', 1.5],
	['void', 1],
];

export interface ChargeSetting {
	random: Random;
	calendar: Calendar;
	locations: Location[];
	users: User[];
	/** All charges are older than this time (milliseconds since 1970). */
	before: number;
}

/** Generates charges, newest first. All are within about a year. */
export function makeCharges(setting: ChargeSetting, count: number): Charge[] {
	const { random } = setting;
	const makeOne = chargeMaker(setting);
	const step = Math.min(12 * 3600, (365 * 24 * 3600) / Math.max(count, 1));
	const charges: Charge[] = [];
	let at = setting.before;
	for (let index = 0; index < count; index++) {
		// Some charges share a second, so that a page may end between them.
		if (!random.chance(0.04))
			at -= Math.max(1, Math.round(step * (0.3 + 1.4 * random.next()))) * 1000;
		const charge = makeOne(at);
		const last = charges[index - 1];
		// A payment request may have several charges: a failed attempt before the successful one, or
		// repeated payments.
		const isShared = charge.status === 'failed' || random.chance(0.03);
		if (last?.status === 'succeeded' && isShared)
			charge.payment_request_id = last.payment_request_id;
		charges.push(charge);
		for (let i = index; i > 0; i--) {
			const [older, newer] = [charges[i] as Charge, charges[i - 1] as Charge];
			if (older.created_at !== newer.created_at || older.id < newer.id) break;
			[charges[i - 1], charges[i]] = [older, newer];
		}
	}
	return charges;
}

/** Returns a function that generates a charge with a time of creation. */
export function chargeMaker({ random, calendar, locations, users }: ChargeSetting) {
	const customers: Array<Charge['customer'] & { id: string }> = Array.from({ length: 40 }, () => {
		const first = random.pick(firstNames);
		const last = random.pick(lastNames);
		const box = `${first}.${last}`
			.normalize('NFD')
			.toLowerCase()
			.replace(/[^a-z.]/g, '');
		return {
			id: random.uuid(),
			name: `${first} ${last}`,
			email: `${box}${random.int(1, 99)}@mail.example`,
			phone_number: `+65${random.pick(['8', '9'])}${random.digits(7)}`,
		};
	});
	const shown = customers.map(({ name, email, phone_number }) => ({ name, email, phone_number }));
	const chargeLocations: ChargeLocation[] = locations.map((location) => ({
		id: location.id,
		name: location.name,
		address: addressOf(location),
	}));
	const executors = users.map((user) => ({
		id: user.id,
		name: `${user.first_name} ${user.last_name}`,
	}));

	return (at: number): Charge => {
		const method = random.weighted(paymentMethods);
		const currency = random.weighted(currencies);
		const status = random.weighted(statuses);
		const customer = random.int(0, customers.length - 1);
		// Small amounts are more frequent than large ones.
		const amount = cents(1.5 + 600 * random.next() ** 4 + 60 * random.next());
		const brand = method.name === 'card' ? random.weighted(cardBrands) : undefined;
		const [countryCode, country] = random.pick(cardCountries);
		const channel = random.weighted(channels);
		const created = calendar.withOffset(at);
		const closed = calendar.withOffset(at + random.int(1, 90) * 1000);
		return {
			id: random.uuid(),
			currency: currency.code,
			home_currency: 'sgd',
			exchange_rate: currency.rate.toFixed(4),
			amount,
			fixed_fee: method.fixed,
			discount_fee: cents(amount * method.rate),
			discount_fee_rate: method.rate,
			remark: random.pick(remarks),
			status,
			payment_method: {
				name: method.name,
				display_logo: logo(brand ?? method.name),
				method_logo: logo(method.name),
				data: brand ? { brand, last4: random.digits(4), country_code: countryCode, country } : {},
			},
			customer_id: (customers[customer] as { id: string }).id,
			customer: shown[customer] as Charge['customer'],
			payment_request_id: random.uuid(),
			webhook_status: status !== 'pending' && random.chance(0.97),
			order_reference_number: `ORD-${random.digits(6)}`,
			executor: channel === 'point_of_sale' ? random.pick(executors) : null,
			location: random.pick(chargeLocations),
			channel,
			admin_fee: random.chance(0.1),
			closed_at: status === 'pending' ? null : closed,
			created_at: created,
			updated_at: status === 'pending' ? created : closed,
		};
	};
}

/** Rounds to hundredths of the major unit. */
export function cents(amount: number): number {
	return Math.round(amount * 100) / 100;
}
