import { DOCUMENT_NAMES } from '../compliance/case.ts';
import { STAFF_ROLE_WORDS } from './staff-permissions.ts';
import { ROLE_NAMES } from './team.ts';

/**
 * The actions in the audit log, with their words after the name of the person. `{target}` is what it was done to; other
 * names are of the entry's data. A key is stored for good: it may be added, never renamed.
 */
export const AUDIT_ACTIONS = {
  'account.signed_up': 'opened the account',
  'account.joined_team': 'joined the team',
  'account.signed_in': 'signed in',
  'account.signed_out': 'signed out',
  'account.device_verified': 'signed in from a new device',
  'account.password_changed': 'changed the password',
  'account.password_reset': 'set a new password by email',
  'account.email_changed': 'changed the email address',
  'account.two_fa_enabled': 'turned 2FA on',
  'account.two_fa_disabled': 'turned 2FA off',
  'account.recovery_code_used': 'used a recovery code',
  'account.session_ended': 'signed other browsers out',
  'account.subscription_changed': 'changed which emails to get',
  'account.company_named': 'named the company',
  'account.legal_accepted': 'accepted the legal documents of {terms}, {privacy} and {aml}',
  'account.time_zone_set': 'set the time zone of figures to {target}',
  'account.deletion_requested': 'requested the deletion of the account',
  'account.deletion_withdrawn': 'took the request to delete the account back',
  'account.deleted': 'deleted the account',

  'team.invited': 'invited {target} as {role}',
  'team.invitation_resent': 'sent the invitation of {target} again',
  'team.invitation_canceled': 'canceled the invitation of {target}',
  'team.role_changed': 'made {target} {to} instead of {from}',
  'team.shops_changed': 'changed the shops in which {target} may work',
  'team.blocked': 'blocked {target}',
  'team.activated': 'unblocked {target}',
  'team.two_fa_reset': 'reset the 2FA of {target}',
  'team.removed': 'removed {target} from the team',

  'profile.updated': 'changed {fields} of the profile {target}',
  'profile.key_shown': 'looked at the notification key of {target}',
  'profile.key_renewed': 'renewed the notification key of {target}',
  'profile.logo_changed': 'changed the {target}',
  'profile.logo_removed': 'removed the {target}',
  'profile.mode_switched': 'switched to {mode}',
  'shop.created': 'created the shop {target}',
  'shop.closed': 'closed the shop {target}',
  'shop.reopened': 'reopened the shop {target}',
  'token.created': 'created the API token {target}',
  'token.updated': 'changed the API token {target}',
  'token.secret_renewed': 'reset the secret of the API token {target}',
  'token.deleted': 'deleted the API token {target}',
  'plugin_key.created': 'connected {target} with a plugin key',
  'plugin_key.deleted': 'deleted the plugin key {target}',
  'link.created': 'created the payment link {target}',
  'link.updated': 'changed the payment link {target}',
  'link.activated': 'switched the payment link {target} on',
  'link.paused': 'switched the payment link {target} off',
  'payment_request.created': 'sent a payment request to {target}',
  'payment_request.canceled': 'canceled the payment request to {target}',
  'payment_request.reminded': 'reminded {target} of a payment request',
  'webhook.test_sent': 'sent a test webhook to {target}',
  'endpoint.created': 'created the webhook endpoint {target}',
  'endpoint.updated': 'changed {fields} of the webhook endpoint {target}',
  'endpoint.secret_renewed': 'renewed the secret of the webhook endpoint {target}',
  'endpoint.deleted': 'deleted the webhook endpoint {target}',
  'webhook.redelivered': 'sent the webhook {target} again',

  'invoice.created': 'created invoice {target}',
  'invoice.completed': 'completed invoice {target}',
  'invoice.canceled': 'canceled invoice {target}',

  'refund.created': 'requested the refund {target}',
  'refund.approved': 'approved the refund {target}',
  'refund.canceled': 'canceled the refund {target}',
  'refund.rejected': 'rejected the request for a refund of invoice {target}',
  'refund.link_sent': 'asked the payer of invoice {target} where to send money back to',

  'conversion.done': 'converted {target}',

  'payout.created': 'requested the payout {target}',
  'payout.approved': 'approved the payout {target}',
  'payout.canceled': 'canceled the payout {target}',
  'withdrawal.created': 'requested the withdrawal {target}',
  'withdrawal.approved': 'approved the withdrawal {target}',
  'withdrawal.canceled': 'canceled the withdrawal {target}',
  'withdrawal.name_answered': 'answered the bank’s question about {target}: {outcome}',
  'mass_payout.uploaded': 'uploaded the mass payout {target}',
  'mass_payout.replaced': 'uploaded another file for the mass payout {target}',
  'mass_payout.run': 'ran the mass payout {target}',
  'mass_payout.approved': 'approved the mass payout {target}',
  'mass_payout.canceled': 'canceled the mass payout {target}',
  'mass_payout.deleted': 'deleted the file of the mass payout {target}, which was never run',
  'payout.rules_changed': 'changed the rules of payouts',
  'payout.limits_changed': 'changed the limits of payouts',
  'payout.address_added': 'entered {target} into the address book',
  'payout.address_renamed': 'renamed {target} in the address book',
  'payout.address_removed': 'took {target} out of the address book',
  'method.created': 'added the payment method {target}',
  'method.updated': 'changed the payment method {target}',
  'method.activated': 'activated the payment method {target}',
  'method.paused': 'paused the payment method {target}',
  'method.deleted': 'deleted the payment method {target}',

  'verification.test_skipped': 'skipped the test of the integration',
  'verification.business_saved': 'described the business for its verification',
  'verification.business_submitted': 'submitted the verification of the business',
  'verification.person_saved': 'described an owner or representative',
  'verification.person_removed': 'removed an owner or representative',
  'verification.document_added': 'uploaded a document: {kind}',
  'verification.document_removed': 'took an uploaded document back',
  'verification.personal_submitted': 'submitted owners and representatives',
  'verification.answered': 'submitted what the compliance team requested',
  'verification.appealed': 'appealed against the refusal',
  'verification.change_reported': 'reported a change of the business',
  'verification.reopened': 'took the verification up again',

  'history.exported': 'requested a report of {target}',
  'report.scheduled': 'scheduled the report {target} for each {period}',
  'report.unscheduled': 'stopped the report {target} of each {period}',

  'staff.added': 'added {target} to the staff as {role}',
  'staff.link_made': 'made a new sign-in link for {target}',
  'staff.blocked': 'blocked {target}',
  'staff.unblocked': 'unblocked {target}',
  'merchant.link_made': 'made a link to open an account for {target}',
  'staff.signed_in': 'signed in to the console',
  'staff.signed_out': 'signed out of the console',
  'staff.two_fa_enabled': 'set up 2FA',

  'case.approved': 'approved the case of {target}',
  'case.more_asked': 'asked {target} for more',
  'case.match_cleared': 'wrote about a sanctions match of {target}',
  'case.screened': 'checked {target} against the sanctions lists',
  'case.suspended': 'agreed to suspend {target}',
  'case.restricted': 'agreed to restrict {target}: {restrictions}',
  'case.restriction_lifted': 'agreed to lift restrictions of {target}: {restrictions}',
  'case.reverified': 'requested another verification of {target}',
  'case.reopened': 'reopened the refused case of {target}',
  'case.refused': 'refused the case of {target}',
  'case.document_opened': 'opened a document of {target}: {document}',

  'deletion.requested': 'asked another person to agree to delete the account of {target}',
  'deletion.finished': 'deleted the account of {target}',
  'deletion.withdrawn': 'took the request to delete the account of {target} back',

  'operation.suspended': 'suspended {target}',
  'operation.reported': 'reported {target}',
  'operation.agreed': 'agreed to release {target}',
  'operation.released': 'released {target}',

  'card_order.resolved': 'resolved {target} as {outcome}',
  'claim.created': 'claimed {target}',
  'claim.approved': 'approved {target}: {reason}',
  'claim.refused': 'refused {target}: {reason}',
  'claim.resolved': 'resolved {target} as {outcome}',

  'contact.assigned': 'gave the message {target} to {to}',
  'contact.answered': 'answered the message {target} by email',
  'contact.marked_spam': 'moved the message {target} to spam',
  'contact.unmarked_spam': 'moved the message {target} back from spam',

  'ticket.opened': 'wrote the ticket {target} to support',
  'ticket.answered': 'answered the ticket {target}',
  'ticket.noted': 'wrote a note on the ticket {target}',
  'ticket.assigned': 'gave the ticket {target} to {to}',
  'ticket.prioritized': 'set the priority of the ticket {target} to {to}',
  'ticket.closed': 'closed the ticket {target}',
  'ticket.marked_spam': 'moved the ticket {target} to spam',
  'ticket.unmarked_spam': 'moved the ticket {target} back from spam',
  'ticket.answer_saved': 'saved the answer {target}',
  'ticket.answer_changed': 'changed the saved answer {target}',
  'ticket.answer_deleted': 'deleted the saved answer {target}',

  'partner.take_up': 'began to review {target}',
  'partner.approve': 'approved {target} as a partner: {reason}',
  'partner.decline': 'declined {target} as a partner: {reason}',
  'partner.pause': 'paused the partner {target}: {reason}',
  'partner.resume': 'resumed the partner {target}',
  'partner.end': 'ended the partnership with {target}: {reason}',
  'partner.merchant_counted': 'let merchant {merchant} count for {target}: {reason}',
  'partner.merchant_refused': 'refused merchant {merchant} for {target}: {reason}',
  'partner.accepted': 'accepted the partner agreement {target}',
  'partner.link_added': 'added the partner link {target}',

  'update.written': 'wrote the product update {target}',
  'update.changed': 'changed the product update {target}',
  'update.discarded': 'discarded the product update {target}',
  'update.tested': 'sent the product update {target} to themselves as a test',
  'update.approved': 'approved sending the product update {target}',
  'update.stopped': 'stopped sending the product update {target}',

  'alert.acknowledged': 'acknowledged the alert {target}',
  'alert.closed': 'closed the alert {target}',

  'bank.file_opened': 'opened the bank file {target}',
  'bank.file_torn_up': 'tore up the bank file {target} before it left',
  'bank.release_requested': 'requested that {target} from before the restore go to the bank: {note}',
  'bank.release_confirmed': 'confirmed that {target} from before the restore go to the bank: {note}',
  'bank.file_retried': 'requested that the bank file {target} is processed or sent again',
  'bank.entry_booked': 'booked the entry {target} of the bank as a cost',
  'bank.match_proposed': 'proposed whose the credit of {target} is: {reason}',
  'bank.match_confirmed': 'confirmed whose the credit of {target} is',
  'bank.match_discarded': 'discarded what was proposed for the credit of {target}',
  'bank.return_proposed': 'proposed to send the credit of {target} back: {reason}',
  'bank.return_confirmed': 'confirmed that the credit of {target} is sent back',
  'bank.commission_proposed': 'proposed to book the credit of {target} as commission of the card partner: {reason}',
  'bank.commission_confirmed': 'booked the credit of {target} as commission of the card partner',
  'bank.name_answered': 'answered the bank about the name of the payment of {target}: {outcome}',
  'bank.rejection_requested': 'requested that the payment of {target} ends, because the bank did not make it: {note}',
  'bank.rejection_confirmed': 'confirmed that the bank did not make the payment of {target}: {note}',
  'bank.contradiction_requested': 'requested a decision about the statement {target}: {right}, {note}',
  'bank.contradiction_confirmed': 'confirmed the decision about the statement {target}: {right}, {note}',
  'bank.difference_resolved': 'resolved a difference from the bank in {target}',

  'bus.replayed': 'sent the parked message {target} again',
  'bus.dropped': 'dropped the parked message {target}',

  'workflow.command_sent': 'sent {command} to {target}',
  'workflow.command_accepted': 'sent {command} to {target}, which accepted it',
  'workflow.command_refused': 'sent {command} to {target}, which refused it: {reason}',
  'workflow.decoded': 'read {payloads} encrypted payloads of workflows in {target}',
  'workflow.encoded': 'encrypted {payloads} payloads for workflows in {target}',

  'money.stopped': 'stopped outgoing money on {target}',
  'money.chain_ended': 'ended the books of the test chain of {target}',
  'money.funded': 'booked own money on {target}',
  'money.tag_required': 'requested that {target} refuses payments without a destination tag',
  'money.written_off': 'booked missing money on {target} at the cost of the gateway',
  'treasury.limits_requested': 'requested other limits of {target}: {limits}',
  'treasury.limits_changed': 'changed the limits of {target}: {limits}',
  'treasury.route_requested': 'requested a way for money, {target}, to {address}: {reason}',
  'treasury.route_confirmed': 'confirmed the way for money, {target}, to {address}: {reason}',
  'treasury.route_ended': 'ended the way for money {target}: {reason}',
  'treasury.levels_set': 'set how much {target} should hold: {levels}',
  'treasury.transfer_proposed': 'proposed {target}: {reason}',
  'treasury.transfer_approved': 'approved {target}: {reason}',
  'treasury.transfer_refused': 'refused {target}: {reason}',
  'treasury.transfer_arrived': 'booked the arrival of {target} with an entry of the bank: {reason}',
  'hedging.stopped': 'stopped the hedging of {target}: {reason}',
  'hedging.released': 'let {target} be hedged again: {reason}',
  'exchange.capital_booked': 'booked {minor} minor units of {currency} of the gateway at {target}',
  'debt.write_off_requested': 'requested to write off what {target} owes, {amount}',
  'debt.written_off': 'wrote off what {target} owed, {amount}',
  'money.released': 'let money leave {target} again',
  'money.unfrozen': 'let money leave that was frozen because the books did not balance',

  'database.restored': 'restored the database from a backup, to {to}',
  'database.restore_checked': 'confirmed the checks of the restored database',

  'payout.approved_by_staff': 'approved {target} as an operator',
  'payout.fee_raised': 'let the network fee of {target} be up to {amount}',
  'payout.retried': 'let {target} be tried again',
  'payout.resolved': 'resolved {target} as {outcome}',
  'withdrawal.approved_by_staff': 'approved {target} as an operator',
  'withdrawal.retried': 'let {target} be tried again',
  'address.created': 'created {target}',
  'deposit.resolved': 'resolved {target} as {outcome}',
  'withdrawal.resolved': 'resolved {target} as {outcome}',

  'report.written': 'wrote the report on {target}',
  'report.agreed': 'agreed to close the report on {target}',
  'report.filed': 'filed the report on {target}',
  'report.dismissed': 'dismissed the report on {target}',
  'report.exported': 'exported the report on {target}',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Areas of actions, the part before the point: what a list is filtered by. */
export const AUDIT_AREAS: readonly string[] = [
  ...new Set(Object.keys(AUDIT_ACTIONS).map((action) => action.split('.')[0] ?? action)),
];

export const AUDIT_ACTOR_KINDS = ['user', 'staff', 'token', 'system'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

/**
 * Values that are the same after a way through the database; amounts as decimal strings, never numbers with a fraction.
 */
export type AuditData = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * An entry in words, without its actor: `invited ana@quay.example as Viewer`. Parts that the entry does not name are
 * left out; an action that this version does not know is shown as its key.
 */
export function auditSentence(entry: {
  readonly action: string;
  readonly target: { readonly label: string } | null;
  readonly data: Readonly<Record<string, unknown>>;
}): string {
  const words = entry.action in AUDIT_ACTIONS ? AUDIT_ACTIONS[entry.action as AuditAction] : entry.action;
  return words
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = name === 'target' ? entry.target?.label : entry.data[name];
      if (entry.action === 'verification.document_added' && typeof value === 'string') return documentName(value);
      if (Array.isArray(value)) return value.join(', ');
      return value === undefined || value === null ? '' : wordOf(value);
    })
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

function documentName(kind: string): string {
  const names: Readonly<Record<string, string>> = DOCUMENT_NAMES;
  return (Object.hasOwn(names, kind) ? names[kind] : undefined) ?? kind;
}

const ROLE_WORDS: Readonly<Record<string, string>> = { ...ROLE_NAMES, ...STAFF_ROLE_WORDS };

function wordOf(value: unknown): string {
  const text = String(value);
  return Object.hasOwn(ROLE_WORDS, text) ? (ROLE_WORDS[text] ?? text) : text;
}
