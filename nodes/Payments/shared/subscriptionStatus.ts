/**
 * Statuses of subscriptions (docs/interface.md, Subscriptions), in the order in which a subscription goes through them. A
 * list has those of one status.
 */
export const SUBSCRIPTION_STATUSES = ['scheduled', 'active', 'retrying', 'inactive', 'canceled'];
