/*
 * Statuses of records whose lists have those of one status each, in the order of a record's life: a record that changes
 * while the lists are read is in a later one.
 */

/** docs/interface.md, Invoice status. */
export const INVOICE_STATUSES = ['draft', 'sent', 'pending', 'overdue', 'partially paid', 'paid'];

/** docs/interface.md, Subscriptions. */
export const SUBSCRIPTION_STATUSES = ['scheduled', 'active', 'retrying', 'inactive', 'canceled'];

/** The statuses that records return to (choice): an overdue invoice that is due later, a subscription that is charged after all. */
export const RETURNED_TO = { invoice: ['sent', 'pending'], subscription: ['active'] };
