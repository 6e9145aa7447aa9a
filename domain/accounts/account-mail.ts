import type { Mode } from '../assets/assets.ts';
import type { VerificationMails } from '../compliance/mails.ts';
import type { Language } from '../languages.ts';

/** Every mail about an account and the values its words name. Codes and links are secrets: they travel sealed. */
export interface AccountMails extends VerificationMails, MoneyMails, WithdrawalMails, AccessMails, TeamMails {
  sign_up_code: { readonly code: string };
  already_registered: Record<never, string>;
  verify_email_code: { readonly code: string };
  first_password: { readonly url: string };
  new_device_code: { readonly code: string } & Origin;
  signed_in: Origin;
  reset_code: { readonly code: string; readonly url: string };
  password_changed: Origin;
  email_code: { readonly code: string; readonly email: string };
  email_changed: { readonly email: string };
  two_fa_code: { readonly code: string };
  two_fa_enabled: Origin;
  two_fa_disabled: Origin;
  recovery_code_used: Origin;
  deletion_requested: Origin;
  deletion_withdrawn: Record<never, string>;
  account_deleted: Record<never, string>;
  /** `url` leads to the agreement, once. */
  partner_approved: { readonly url: string };
  partner_declined: Record<never, string>;
  partner_paused: Record<never, string>;
  partner_resumed: Record<never, string>;
  partner_ended: Record<never, string>;
  team_invited: { readonly inviter: string; readonly company: string; readonly role: string; readonly url: string };
  team_role_changed: { readonly company: string; readonly role: string };
  team_blocked: { readonly company: string };
  team_activated: { readonly company: string };
  team_two_fa_reset: { readonly company: string };
  team_removed: { readonly company: string };
  /** To somebody who buys coins by card. */
  card_code: { readonly mode: Mode; readonly code: string };
  more_changes: MoreChanges;
  /** `report` is the name of the file. */
  report_ready: { readonly report: string; readonly url: string };
  /** No money data: `days` is the period, `stop` where the schedule is stopped. */
  scheduled_report: {
    readonly mode: Mode;
    readonly report: string;
    readonly days: string;
    readonly url: string;
    readonly stop: string;
  };
}

/**
 * Mails about where money goes: the code that lets a person send it, and warnings to the whole team. Those of the
 * sandbox say so in their subject.
 */
export interface MoneyMails {
  /** `amount` with its asset, `address` as it is sent to. */
  payout_code: MoneyCode;
  /** The same for what goes back to a payer. */
  refund_code: MoneyCode;
  method_added: MethodChange;
  method_changed: MethodChange;
  /** Confirmed or resumed: it pays from now on. */
  method_activated: MethodChange;
  method_deleted: MethodChange;
  payout_address_added: { readonly mode: Mode; readonly address: string; readonly by: string } & Origin;
  /** New addresses that a mass payout enters, mailed once for all of them. `file` is its name, `count` how many. */
  payout_addresses_added: {
    readonly mode: Mode;
    readonly file: string;
    readonly count: string;
    readonly by: string;
  } & Origin;
  /** `label` is the new name; a dash for none. */
  payout_address_renamed: {
    readonly mode: Mode;
    readonly address: string;
    readonly label: string;
    readonly by: string;
  } & Origin;
  payout_address_removed: { readonly mode: Mode; readonly address: string; readonly by: string } & Origin;
  /** The first manual conversion within 24 hours; `given` and `received` with their assets. */
  balance_converted: {
    readonly mode: Mode;
    readonly given: string;
    readonly received: string;
    readonly by: string;
  } & Origin;
  payout_policy_changed: { readonly mode: Mode; readonly by: string } & Origin;
  /** Lower limits, or none that waits any more: both apply now. A dash for no limit. */
  payout_limits_changed: LimitsChange;
  /** Higher limits, or none, from `from` on (UTC). */
  payout_limits_raised: LimitsChange & { readonly from: string };
}

type LimitsChange = {
  readonly mode: Mode;
  readonly perPayout: string;
  readonly perDay: string;
  readonly by: string;
} & Origin;

/** Mails about withdrawals: the code, and news for those who may withdraw. `title` is the method's. */
export interface WithdrawalMails {
  withdrawal_code: MoneyCode;
  withdrawal_done: WithdrawalNews;
  /** It was not paid, or came back: `reason` says why. */
  withdrawal_failed: WithdrawalNews & { readonly reason: string };
  /** `reason` is what the bank says about the account holder's name. */
  withdrawal_question: WithdrawalNews & { readonly reason: string };
}

type WithdrawalNews = { readonly mode: Mode; readonly amount: string; readonly title: string; readonly url: string };

/** Warnings to the whole team about what lets others act in its name: tokens, keys, and where webhooks go. */
export interface AccessMails {
  token_added: AccessChange;
  /** It may move money that it could not move before, or from elsewhere. */
  token_changed: AccessChange;
  token_renewed: AccessChange;
  /** Shown or renewed; `title` is the profile's name. */
  notification_key_read: AccessChange;
  /** `title` is the new URL. */
  notification_url_changed: AccessChange;
}

/** Warnings to the whole team about who decides about its money. */
export interface TeamMails {
  /** Also when the invitation is sent again. */
  team_member_invited: TeamChange;
  /** `by` is the name of who invited them. */
  team_member_joined: TeamChange;
  /** Given a role, a shop or access again, and so more to decide about money. */
  team_member_raised: TeamChange;
}

/**
 * Takes the place of further warnings of one kind until the end of an hour. `about` is the kind, `count` how many there
 * were, `by` the name of who caused the last of them.
 */
type MoreChanges = {
  readonly mode?: Mode;
  readonly about: AccountMailKind;
  readonly count: string;
  readonly by: string;
  readonly until: string;
} & Origin;

/** `people` are their addresses, each with its role. */
/** `url` leads to the team, where a person can be blocked. */
type TeamChange = { readonly by: string; readonly people: string; readonly url: string } & Origin;

/** `by` is the name of who did it, `title` what it was done to. */
type AccessChange = { readonly mode: Mode; readonly title: string; readonly by: string } & Origin;

/** `by` is the name of who did it; `address` an address or the ends of an account number. */
type MethodChange = {
  readonly mode: Mode;
  readonly title: string;
  readonly address: string;
  readonly by: string;
} & Origin;

type MoneyCode = { readonly mode: Mode; readonly code: string; readonly amount: string; readonly address: string };

/** Where a request came from, for people: what they do not recognise they can act on. */
export interface Origin {
  readonly browser: string;
  readonly ip: string;
  /** `2026-11-20 10:15 UTC`. */
  readonly time: string;
}

export type AccountMailKind = keyof AccountMails;

/** A mail with its values. */
export type AccountMail = {
  [Kind in AccountMailKind]: { readonly kind: Kind; readonly values: AccountMails[Kind] };
}[AccountMailKind];

/** The outbox topic of mails about accounts; their payload is sealed until they are sent. */
export const ACCOUNT_MAIL = 'mail.account';

/** The same for those with a code, which nothing may delay: it is valid for ten minutes. */
export const CODE_MAIL = 'mail.code';

/** The outbox keeps `sealed`: an {@link AccountMail} as JSON, in base64, with the context `mail:<messageId>`. */
export interface SealedMail {
  readonly messageId: string;
  /** Null is sent to nobody: unknown addresses cost what known ones do (hazard 62). */
  readonly to: string | null;
  readonly language: Language;
  readonly sealed: string;
}
