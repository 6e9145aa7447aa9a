import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { Format } from '../i18n/format.ts';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translate.ts';
import { coins } from './coin.ts';
import { compare, isPositive, share } from './decimal.ts';
import { type Fact, factsOf } from './facts.ts';
import { webUrl } from './links.ts';
import type { Note } from './note.ts';
import { otherMoney } from './other-money.ts';
import { livePayments, type ResultName, type ScreenName } from './screen.ts';

/** The content of the round picture of a result. `level` is the height of the water, from 0 to 1. */
export type Dial =
  | { readonly kind: 'count'; readonly current: number; readonly required: number }
  | { readonly kind: 'share'; readonly ratio: number }
  | { readonly kind: 'icon'; readonly ring: 'full' | 'empty' | 'turning' | 'third'; readonly level: number };

export interface Action {
  readonly kind: 'return' | 'again' | 'ask';
  readonly label: string;
  readonly href: string;
  readonly primary: boolean;
}

export interface Result {
  readonly dial: Dial;
  readonly title: string;
  readonly say: string;
  readonly note: Note | null;
  readonly facts: readonly Fact[];
  /** Until when the rate waits for the network, beforehand; null where nothing waits for it. */
  readonly held: string | null;
  /** The masked address that a link for a refund went to; null where there is none to send. */
  readonly linkedTo: string | null;
  /** The masked address that was entered on the page and got its one mail, with a link for a refund. */
  readonly mailedTo: string | null;
  readonly actions: readonly Action[];
}

export interface Words {
  readonly t: Translate;
  readonly format: Format;
}

/** Everything a result screen says, from the view alone. */
export function resultOf(name: ResultName, view: CustomerInvoice, words: Words): Result {
  return {
    dial: dialOf(name, view),
    title: words.t(titleOf(name, view)),
    say: sayOf(name, view, words),
    note: noteOf(name, view, words),
    facts: factsOf(name, view, words),
    held: heldUntil(name, view, words),
    linkedTo: linkedTo(name, view),
    mailedTo: mailedTo(name, view),
    actions: actionsOf(name, view, words.t),
  };
}

const SLOW = {
  late_confirming: { title: 'late_confirming.slow_title', say: 'late_confirming.slow' },
  paid_late: { title: 'paid_late.slow_title', say: 'paid_late.slow' },
} as const;

const AGAIN = { title: 'paid_late.again_title', say: 'paid_late.again' } as const;

/**
 * Words for a payment that was seen in time and confirmed too late for its rate, or not yet, and for one of an order
 * that has a newer invoice; undefined for any other.
 */
function specialWords(name: ResultName, { status_reason }: CustomerInvoice) {
  if (name === 'paid_late' && status_reason === 'reference_taken') return AGAIN;
  const isLate = name === 'late_confirming' || name === 'paid_late';
  return isLate && status_reason === 'not_confirmed_in_time' ? SLOW[name] : undefined;
}

function titleOf(name: ResultName, view: CustomerInvoice): MessageKey {
  return specialWords(name, view)?.title ?? `${name}.title`;
}

function heldUntil(name: ResultName, view: CustomerInvoice, { t, format }: Words): string | null {
  const waits = name === 'confirming' || name === 'expired_partial';
  if (!waits || view.rate_held_until === null) return null;
  return t('confirming.held', { shop: view.merchant.name, time: format.time(view.rate_held_until) });
}

function dialOf(name: ResultName, view: CustomerInvoice): Dial {
  const icon = (ring: 'full' | 'empty' | 'turning' | 'third', level: number): Dial => ({ kind: 'icon', ring, level });
  switch (name) {
    case 'checking':
      return icon('turning', 0.35);
    case 'confirming':
    case 'late_confirming':
    case 'canceled_paid':
      return view.confirmations.required > 0 ? { kind: 'count', ...view.confirmations } : icon('turning', 0.5);
    case 'expired_partial':
      return partOf(view);
    case 'invalid':
      return view.status_reason === 'paid_after_cancel' ? icon('full', 1) : partOf(view);
    case 'expired':
    case 'canceled':
      return icon('empty', name === 'expired' ? 0.2 : 0);
    case 'refund_requested':
      return icon('third', 0.35);
    case 'refunded':
    case 'partly_refunded':
      return icon('full', name === 'refunded' ? 0.2 : 0.45);
    case 'processing':
    case 'paid':
    case 'overpaid':
    case 'paid_late':
    case 'error':
      return icon('full', 1);
    default:
      return name satisfies never;
  }
}

const partOf = (view: CustomerInvoice): Dial => ({
  kind: 'share',
  ratio: share(view.amount_paid ?? '0', view.amount_due ?? '0'),
});

function sayOf(name: ResultName, view: CustomerInvoice, { t, format }: Words): string {
  const shop = view.merchant.name;
  const coin = view.gate_id === null ? null : coins[view.gate_id];
  const network = coin?.networkName ?? '';
  switch (name) {
    case 'confirming': {
      const count = minutesLeft(view);
      return count < 1 ? t('confirming.soon', { network }) : t('confirming.say', { network, count });
    }
    case 'expired':
      return t(expiredWords(view), { time: format.time(view.expires_at) });
    case 'canceled':
      return t(otherMoney(view).length > 0 ? 'canceled.other' : 'canceled.say', { shop });
    case 'expired_partial':
      return t('expired_partial.say', { amount: format.coins(view.amount_paid, view.gate_id) });
    case 'overpaid':
      return t('overpaid.say', { amount: format.coins(view.amount_excess, view.gate_id) });
    case 'invalid':
      return t(invalidReason(view), { shop });
    case 'refund_requested': {
      const sent = approvedRefund(view);
      return sent === undefined
        ? withMail('refund_requested.say', view, t)
        : t('refund_requested.approved', { shop, amount: format.coins(sent.net_amount, sent.gate_id) });
    }
    case 'error':
      return t(view.status_reason === 'reorganised' ? 'error.reorganised' : 'error.say');
    default:
      return t(specialWords(name, view)?.say ?? `${name}.say`, { shop, network });
  }
}

/** The refund that the shop approved and that is under way. */
export function approvedRefund({ refunds }: CustomerInvoice): CustomerInvoice['refunds'][number] | undefined {
  return refunds.find(({ status }) => status !== 'new' && status !== 'done');
}

function expiredWords(view: CustomerInvoice): MessageKey {
  if (otherMoney(view).length > 0) return 'expired.other';
  return view.gate_id === null ? 'expired.unchosen' : 'expired.say';
}

function invalidReason(view: CustomerInvoice): MessageKey {
  if (view.status_reason === 'paid_after_cancel') return 'invalid.canceled';
  return view.status_reason === 'underpaid_late' || view.late ? 'invalid.late' : 'invalid.underpaid';
}

/** The usual time of the confirmations that are still missing. */
function minutesLeft({ confirmations: { current, required }, gates, gate_id }: CustomerInvoice): number {
  const minutes = gates.find((gate) => gate.gate_id === gate_id)?.minutes ?? 0;
  if (required === 0) return 0;
  return Math.round((minutes * Math.max(0, required - current)) / required);
}

function noteOf(name: ResultName, view: CustomerInvoice, { t, format }: Words): Note | null {
  const shop = view.merchant.name;
  if (view.refund_request === 'rejected' && view.refund_offer !== null) {
    return { tone: 'warning', icon: 'info', text: t('refund.rejected', { shop }) };
  }
  switch (name) {
    case 'confirming':
      return { tone: 'info', icon: 'check', text: withMail('confirming.note', view, t) };
    case 'processing':
      return { tone: 'info', icon: 'check', text: t('processing.note') };
    case 'overpaid':
      return linkedTo(name, view) === null && mailedTo(name, view) === null
        ? { tone: 'info', icon: 'info', text: t('overpaid.note') }
        : null;
    case 'expired':
      return view.gate_id === null || otherMoney(view).length > 0
        ? null
        : { tone: 'info', icon: 'info', strong: t('expired.note_strong'), text: t('expired.note') };
    case 'expired_partial':
      return { tone: 'warning', icon: 'alert', text: t('expired_partial.note') };
    case 'late_confirming':
    case 'canceled_paid':
      return { tone: 'info', icon: 'check', text: withMail('late_confirming.note', view, t) };
    case 'paid_late':
      return { tone: 'success', icon: 'check', text: t('paid_late.note') };
    case 'invalid':
      return { tone: 'success', icon: 'check', text: t('invalid.note') };
    case 'error':
      return { tone: 'error', icon: 'alert', strong: t('error.note_strong'), text: t('error.note') };
    case 'paid':
      return isExcessOpen(view)
        ? {
            tone: 'info',
            icon: 'info',
            text: t('paid.extra', { shop, amount: format.coins(view.amount_excess, view.gate_id) }),
          }
        : null;
    case 'checking':
    case 'refund_requested':
    case 'refunded':
    case 'partly_refunded':
    case 'canceled':
      return null;
    default:
      return name satisfies never;
  }
}

/** Paid twice, or more sent since: it can go back, and the shop has not kept it. */
function isExcessOpen({ amount_excess, refund_offer }: CustomerInvoice): boolean {
  return isPositive(amount_excess) && refund_offer !== null && compare(refund_offer.amount, amount_excess) === 0;
}

const MAILED = {
  'confirming.note': 'confirming.note_mail',
  'late_confirming.note': 'late_confirming.note_mail',
  'refund_requested.say': 'refund_requested.say_mail',
} as const satisfies Partial<Record<MessageKey, MessageKey>>;

/** A text that names the payer's mail address, masked, where we know one. */
function withMail(key: keyof typeof MAILED, { merchant, customer_email: email }: CustomerInvoice, t: Translate) {
  const shop = merchant.name;
  return email === null ? t(key, { shop }) : t(MAILED[key], { shop, email });
}

/** The states whose mail carries a link for a refund (domain/refunds/link.ts). */
const LINKED: ReadonlySet<ResultName> = new Set(['overpaid', 'paid_late', 'invalid']);

/** Where a link was mailed, or where a refund left something to somebody who asked before. */
function linkedTo(name: ResultName, view: CustomerInvoice): string | null {
  const { customer_email, refund_link_available: isAvailable, refund_links_used: used } = view;
  return isAvailable && (LINKED.has(name) || used.length > 0) ? customer_email : null;
}

/** Where the one mail with a link went to an address that was entered on the page; it is not sent again. */
function mailedTo(name: ResultName, { payer_email: entered, refund_links_used: used }: CustomerInvoice): string | null {
  return LINKED.has(name) && entered?.refunds === true && used.length === 0 ? entered.masked : null;
}

/** Whether the link that the payer came by opens nothing again. */
export function isLinkUsed(token: string | null, { refund_links_used: used }: CustomerInvoice): boolean {
  return token !== null && used.includes(token.split('.')[0] ?? '');
}

/** The note for a payer who arrived by a used link; null where the screen itself shows the outcome of the request. */
export function usedLinkNote(name: ResultName, view: CustomerInvoice, { t, format }: Words): Note | null {
  if (name === 'refund_requested' || name === 'refunded') return null;
  const { refund_offer: offer, merchant } = view;
  const isLeft = offer !== null && (linkedTo(name, view) !== null || LINKED.has(name) || name === 'partly_refunded');
  if (!isLeft) return { tone: 'info', icon: 'info', text: t('refund.link_used') };
  const amount = format.coins(offer.amount, view.gate_id);
  const key = linkedTo(name, view) === null ? 'refund.link_used_shop' : 'refund.link_used_rest';
  return { tone: 'info', icon: 'info', text: t(key, { amount, shop: merchant.name }) };
}

/** Whether a payer who came by the mailed link is asked where the money shall go. */
export function asksForRefund(name: ScreenName, view: CustomerInvoice, token: string | null): boolean {
  const hasMoney = view.refund_offer !== null || view.other_payments.length > 0;
  return isResult(name) && token !== null && !isLinkUsed(token, view) && hasMoney && name !== 'refund_requested';
}

const isResult = (name: ScreenName) => name !== 'choose' && name !== 'pay' && name !== 'partial';

function actionsOf(name: ResultName, view: CustomerInvoice, t: Translate): Action[] {
  if (name === 'checking') return [];
  const shop = view.merchant.name;
  const paid = name === 'paid' || name === 'overpaid';
  const closed = name === 'expired' || name === 'canceled';
  const back = shopLink(view, paid || livePayments(view).length > 0);
  const mail = view.merchant.support_email;
  const isLinked = linkedTo(name, view) !== null;
  const actions: Action[] = [];
  if (mail !== null && ASKABLE.has(name)) {
    actions.push({
      kind: 'ask',
      label: t('action.ask'),
      href: mailLink(mail, view),
      primary: !isLinked || back === null,
    });
  }
  if (back !== null) {
    const label = t(name === 'expired' ? 'action.again' : 'action.return', { shop });
    actions.push({
      kind: name === 'expired' ? 'again' : 'return',
      label,
      href: back,
      primary: isLinked || (actions.length === 0 && (paid || closed)),
    });
  }
  // A link for a refund was mailed, so that the payer needs the shop less than the way back to it.
  return isLinked ? actions.reverse() : actions;
}

const ASKABLE: ReadonlySet<ResultName> = new Set(['overpaid', 'paid_late', 'invalid', 'error']);

/** Where the shop wants the payer back: after a payment or without one; the other of the two, else its website. */
export function shopLink(view: CustomerInvoice, paid: boolean): string | null {
  const candidates = paid ? [view.success_url, view.cancel_url] : [view.cancel_url, view.success_url];
  const { domain, website } = view.merchant;
  const home = domain === null || domain === '' ? null : domain.includes('://') ? domain : `https://${domain}`;
  // During an upgrade, an API of the release before says nothing of the website.
  return [...candidates, website ?? null, home].map(webUrl).find((url) => url !== null) ?? null;
}

function mailLink(address: string, view: CustomerInvoice): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(view.reference ?? view.id)}`;
}
