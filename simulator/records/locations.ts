import { DAY, utcMicroseconds } from './calendar';
import { places, shopKinds } from './sample/names';
import type { Random } from './sample/random';
import type { Location } from './types';

/** Generates locations, oldest first. The first is active; about a fifth is not. */
export function makeLocations(
	random: Random,
	count: number,
	businessId: string,
	before: number,
): Location[] {
	const start = before - 900 * DAY;
	return Array.from({ length: count }, (_, index) => {
		const place = random.pick(places);
		const street = random.pick(place.streets);
		const created = start + index * DAY + random.int(0, DAY / 1000 - 1) * 1000;
		return {
			id: random.uuid(),
			business_id: businessId,
			name: `${street} ${random.pick(shopKinds)} ${index + 1}`,
			street: `${random.int(1, 480)} ${street}`,
			city: place.city,
			state: place.state,
			country: place.country,
			postal_code: random.digits(place.postal),
			active: index === 0 || !(index % 5 === 4 || random.chance(0.03)),
			pickups: [],
			created_at: utcMicroseconds(created),
			updated_at: utcMicroseconds(created + random.int(0, 300) * DAY),
		};
	});
}

/** Returns the address of a location in one line, as charges and static QR codes show it. */
export function addressOf(location: Location): string {
	return `${location.street}, ${location.city} ${location.postal_code}`;
}
