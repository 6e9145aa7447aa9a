/**
 * The events a merchant can be told of by mail, by the names they have as webhooks (spec §3, "email notifications per
 * event"); those that ask for a decision are on from the start. Kept in `profile.email_events`.
 */
export const MERCHANT_MAIL_EVENTS = [
  'invoice.done',
  'invoice.overpaid',
  'invoice.partially_paid',
  'invoice.expired',
  'invoice.expired_paid',
  'invoice.invalid',
  'invoice.error',
] as const;

export type MerchantMailEvent = (typeof MERCHANT_MAIL_EVENTS)[number];

/** Whether merchants can be told of this event by mail. */
export function isMerchantMailEvent(type: string): type is MerchantMailEvent {
  return (MERCHANT_MAIL_EVENTS as readonly string[]).includes(type);
}
