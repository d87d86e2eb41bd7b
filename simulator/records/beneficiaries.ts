import { DAY, type Calendar } from './calendar';
import { banks } from './sample/names';
import type { Random } from './sample/random';
import type { Beneficiary, User } from './types';

const suppliers = [
	['Flour supplier', 'Golden Mill Pte Ltd', 'sg', 'sgd'],
	['Rent', 'Lorong Estates', 'sg', 'sgd'],
	['Coffee farm', 'Bukit Tinggi Coffee Sdn Bhd', 'my', 'myr'],
	['Packaging', 'Paper Lantern Pte Ltd', 'sg', 'sgd'],
	['Eggs', 'Sunny Farm Sdn Bhd', 'my', 'myr'],
	['Cleaning', 'Bright Windows Pte Ltd', 'sg', 'sgd'],
	['Milk', 'Green Hill Dairy Sdn Bhd', 'my', 'myr'],
	['Delivery', 'Two Wheels Pte Ltd', 'sg', 'sgd'],
] as const;

/** Generates the beneficiaries of a business, newest first. @param before all are older (milliseconds since 1970) */
export function makeBeneficiaries(
	random: Random,
	calendar: Calendar,
	creator: User,
	before: number,
): Beneficiary[] {
	return suppliers.map(([nickname, holder_name, country, currency], index) => {
		const at = calendar.withOffset(before - (index + 1) * 20 * DAY);
		const { id, first_name, last_name } = creator;
		return {
			id: random.uuid(),
			status: 'approved',
			...{ country, currency, transfer_method: 'bank_transfer', transfer_type: 'local' },
			...{ nickname, remark: null, holder_name, holder_type: 'company' },
			account_number: random.digits(9),
			bank_name: random.pick(banks),
			bank_id: `BANK${random.digits(4)}`,
			bank_swift_code: `SIMU${country.toUpperCase()}${random.digits(2)}`,
			bank_branch_code: random.digits(3),
			email: null,
			is_favourite: index === 0,
			created_by: { id, display_name: `${first_name} ${last_name}`, first_name, last_name },
			...{ created_at: at, updated_at: at, deleted_at: null },
		};
	});
}
