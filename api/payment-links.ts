import type { UpdatePaymentLinkBody } from '../contract/payment-links.ts';
import { type AuditEntry, audit } from '../db/audit/audit.ts';
import type { Tx } from '../db/core/sequelize.ts';
import {
  createPaymentLink,
  lockPaymentLink,
  type PaymentLinkRow,
  updatePaymentLink,
} from '../db/shops/payment-links.ts';
import { readProfileDomain } from '../db/shops/profiles.ts';
import type { Mode } from '../domain/assets/assets.ts';
import type { ProfileId } from '../domain/ids.ts';
import { checkedPrice } from './presenters/checked-price.ts';
import { type LinkTerms, termsOf } from './presenters/payment-links.ts';

/** The shop of a link, and the person or token that acts. */
export interface LinkAct {
  readonly profileId: ProfileId;
  readonly mode: Mode;
  readonly by: Pick<AuditEntry, 'chain' | 'actor' | 'origin'>;
  readonly nowMs: number;
}

/** Makes a link and says so in the audit log. @throws DomainError as `checkedPrice` */
export async function makeLink(tx: Tx, terms: LinkTerms, act: LinkAct): Promise<PaymentLinkRow> {
  const { profileId, mode, by } = act;
  const amountMinor = await priceOf(tx, terms, act);
  const created = await createPaymentLink(tx, { ...stored(terms), amountMinor, profileId });
  const target = { kind: 'payment_link', id: created.id, label: created.title } as const;
  const { amount, currency } = terms;
  await audit(tx, { ...by, action: 'link.created', target, data: { mode, amount, currency } });
  return created;
}

/**
 * Changes a link, or turns it on or off; what is left out stays as it is, and so do invoices that it made. Turning it
 * to what it is already is not recorded.
 * @throws DomainError `not_found`, also for another profile's; as `checkedPrice`
 */
export async function changeLink(
  tx: Tx,
  { id, changes }: { readonly id: string; readonly changes: UpdatePaymentLinkBody },
  act: LinkAct,
): Promise<PaymentLinkRow> {
  const { profileId, mode, by } = act;
  const before = await lockPaymentLink(tx, { id, profileId });
  const { active = before.active, ...requested } = changes;
  const terms = { ...termsOf(before), ...requested };
  const isPriced = 'amount' in requested || 'currency' in requested || 'success_url' in requested;
  const amountMinor = isPriced ? await priceOf(tx, terms, act) : BigInt(before.amount_minor);
  const changed = await updatePaymentLink(tx, { ...stored(terms), id, amountMinor, active });
  const entry = { ...by, target: { kind: 'payment_link', id, label: changed.title } } as const;
  if (Object.keys(requested).length > 0) {
    const { amount, currency } = terms;
    await audit(tx, { ...entry, action: 'link.updated', data: { mode, amount, currency } });
  }
  if (active !== before.active) {
    await audit(tx, { ...entry, action: active ? 'link.activated' : 'link.paused', data: { mode } });
  }
  return changed;
}

/** The price as an invoice of the link would have it. */
async function priceOf(tx: Tx, { amount, currency, success_url }: LinkTerms, act: LinkAct): Promise<bigint> {
  const { profileId, mode, nowMs } = act;
  const shop = { profileId, mode, domain: await readProfileDomain(tx, profileId) };
  return checkedPrice(tx, { amount, currency, success_url: success_url ?? undefined }, shop, nowMs);
}

function stored({ title, description, currency, gates, success_url: successUrl }: LinkTerms) {
  return { title, description, currency, gates, successUrl };
}
