import { locator } from './resourceLocator';

/** One staff member. Saved workflows may contain the ID as plain text, which n8n reads too. */
export const staffField = locator({
	displayName: 'Staff Member',
	name: 'staffId',
	placeholder: 'Select a staff member...',
	searchListMethod: 'searchStaff',
});
