/**
 * The query parameter that the node adds to the webhook URL of a refund, and by which it recognizes the notification
 * (docs/interface.md, Notification of a refund). No signature covers it.
 */
export const REFUND_MARK = { name: 'event', value: 'refund' } as const;
