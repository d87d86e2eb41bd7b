/**
 * Statuses of subscriptions (docs/interface.md, Subscriptions), in the order of a subscription's life. A list has the
 * subscriptions of one status.
 */
export const SUBSCRIPTION_STATUSES = ['scheduled', 'active', 'retrying', 'inactive', 'canceled'];
