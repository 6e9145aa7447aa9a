/**
 * The events of invoices that a merchant can be notified of by email, by the names they have as webhooks (spec §3,
 * "email notifications per event"); those that need a decision are on from the start. Kept in `profile.email_events`.
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

/** The same for outgoing money: it is over, or it failed and needs a look. */
export const OUTGOING_MAIL_EVENTS = [
  'payout.done',
  'payout.error',
  'payout.canceled',
  'mass_payout.done',
  'mass_payout.error',
  'refund.done',
  'refund.error',
  'refund.canceled',
] as const;

export type OutgoingMailEvent = (typeof OUTGOING_MAIL_EVENTS)[number];

/**
 * The same for deposits. A deposit that staff hold back stays `processing` like any other, so no email tells that it
 * is.
 */
export const DEPOSIT_MAIL_EVENTS = ['deposit.done', 'deposit.error'] as const;

export type DepositMailEvent = (typeof DEPOSIT_MAIL_EVENTS)[number];

/** The same for withdrawals; a question of the bank is always emailed, because it waits for an answer. */
export const WITHDRAWAL_MAIL_EVENTS = ['withdrawal.done', 'withdrawal.error'] as const;

/** The same for conversions and payment requests. */
export const NOTICE_MAIL_EVENTS = ['conversion.done', 'payment_request.paid', 'payment_request.expired'] as const;

export type NoticeMailEvent = (typeof NOTICE_MAIL_EVENTS)[number];

/**
 * Money of an invoice or deposit was not converted although its pair converts. Apart, because such a conversion has no
 * event of its own.
 */
export const CONVERSION_FAILED = 'conversion.failed';

/**
 * Events that processes of the release before do not know, and would refuse. Kept in `profile.newer_email_events`, so
 * that those processes go on reading and saving profiles.
 */
export const NEWER_MAIL_EVENTS = [...WITHDRAWAL_MAIL_EVENTS, ...NOTICE_MAIL_EVENTS, CONVERSION_FAILED] as const;

/** Everything that a profile can choose from. */
export const PROFILE_MAIL_EVENTS = [
  ...MERCHANT_MAIL_EVENTS,
  ...OUTGOING_MAIL_EVENTS,
  ...DEPOSIT_MAIL_EVENTS,
  ...NEWER_MAIL_EVENTS,
] as const;

export type ProfileMailEvent = (typeof PROFILE_MAIL_EVENTS)[number];

/** Whether merchants can be notified of this event of an invoice. */
export function isMerchantMailEvent(type: string): type is MerchantMailEvent {
  return (MERCHANT_MAIL_EVENTS as readonly string[]).includes(type);
}

/** Whether merchants can be notified of this event of outgoing money. */
export function isOutgoingMailEvent(type: string): type is OutgoingMailEvent {
  return (OUTGOING_MAIL_EVENTS as readonly string[]).includes(type);
}

/** Whether merchants can be notified of this event of a conversion or payment request. */
export function isNoticeMailEvent(type: string): type is NoticeMailEvent {
  return (NOTICE_MAIL_EVENTS as readonly string[]).includes(type);
}

/** Whether merchants can be notified of this event of a deposit. */
export function isDepositMailEvent(type: string): type is DepositMailEvent {
  return (DEPOSIT_MAIL_EVENTS as readonly string[]).includes(type);
}
