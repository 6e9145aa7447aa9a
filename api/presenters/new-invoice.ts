import type { Autoconversion } from '../../contract/invoice.ts';
import type { ChangeInvoiceBody, CreateInvoiceBody } from '../../contract/new-invoice.ts';
import type { InvoiceChange } from '../../db/invoices/change.ts';
import type { NewInvoice } from '../../db/invoices/new-invoice.ts';
import { CRYPTO_GATES, type Mode } from '../../domain/assets/assets.ts';
import { conversionProblem } from '../../domain/conversion/pairs.ts';
import { fieldError } from '../../domain/errors.ts';
import type { Warning } from '../../domain/leniency/warning.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { readExactAmount, readItem, readShopAmount } from '../../domain/money/items.ts';
import { toleranceBps } from '../../domain/money/tolerance.ts';
import { mayReach } from '../../domain/web/public-target.ts';
import { requireOwnAddress, requireWebAddress } from '../../domain/web/web-address.ts';
import type { Config } from '../../settings/config.ts';

export interface Shop {
  readonly profileId: string;
  readonly mode: Mode;
  /** The registered domain of the profile. */
  readonly domain: string | null;
  /** Amounts as shops write them, with zeros that lose nothing; the back office is exact. */
  readonly forgives?: true;
}

/**
 * A shop's request for an invoice, as the rules take it: amounts in minor units, addresses and options checked.
 * @throws DomainError `validation_failed`, `amount_invalid`, `currency_unknown` with the fields that are wrong
 */
export function toNewInvoice(body: CreateInvoiceBody, shop: Shop, nowMs: number): NewInvoice {
  const decimals = currencyDecimals(body.currency);
  const readAmount = shop.forgives === true ? readShopAmount : readExactAmount;
  if (body.amount === undefined && body.items === undefined) {
    throw fieldError('amount', 'The amount is required when there are no items.');
  }
  checkAddresses(body, shop);
  if (
    shop.mode === 'production' &&
    body.lifetime_seconds !== undefined &&
    body.lifetime_seconds !== USUAL_LIFETIME_SECONDS
  ) {
    throw fieldError(
      'lifetime_seconds',
      `Must be ${USUAL_LIFETIME_SECONDS}: other lifetimes are possible in sandbox only.`,
    );
  }
  if (body.lifetime_seconds !== undefined && body.expires_in_seconds !== undefined) {
    throw fieldError('expires_in_seconds', 'Leave it out, or lifetime_seconds.');
  }
  return {
    profileId: shop.profileId,
    currency: body.currency,
    nowMs,
    ...defined({
      priceMinor: body.amount === undefined ? undefined : readAmount('amount', body.amount, decimals),
      items: body.items?.map((item, index) => readItem(item, `items.${index}`, decimals)),
      itemsTotal: body.items_total,
      reference: body.reference,
      description: body.description,
      gates: body.gates,
      gateId: body.gate_id,
      customer: body.customer,
      successUrl: body.success_url,
      cancelUrl: body.cancel_url,
      notificationUrl: body.notification_url,
      autoconversion: body.autoconversion === undefined ? undefined : possibleConversion(body, body.autoconversion),
      autocomplete: body.autocomplete,
      underpaidToleranceBps: toleranceOf(body, 'underpaid_tolerance'),
      overpaidToleranceBps: toleranceOf(body, 'overpaid_tolerance'),
      metadata: body.metadata,
      language: body.locale,
      lifetimeSeconds: body.expires_in_seconds ?? body.lifetime_seconds,
      replace: body.replace,
    }),
  };
}

/** A shop's changes, in minor units of the invoice's currency. @throws DomainError as {@link toNewInvoice} */
export function toInvoiceChange(body: ChangeInvoiceBody, currency: string): InvoiceChange {
  const decimals = currencyDecimals(currency);
  return defined({
    priceMinor: body.amount === undefined ? undefined : readShopAmount('amount', body.amount, decimals),
    items: body.items?.map((item, index) => readItem(item, `items.${index}`, decimals)),
    itemsTotal: body.items_total,
    reference: body.reference,
    metadata: body.metadata,
  });
}

/** Spec §9. */
const USUAL_LIFETIME_SECONDS = 900;

function checkAddresses(body: CreateInvoiceBody, { mode, domain }: Shop): void {
  for (const field of ['success_url', 'cancel_url'] as const) {
    const url = body[field];
    if (url !== undefined) requireOwnAddress(url, { mode, field, domain });
  }
  if (body.notification_url !== undefined) {
    requireWebAddress(body.notification_url, { mode, field: 'notification_url' });
  }
}

function toleranceOf(body: CreateInvoiceBody, field: 'underpaid_tolerance' | 'overpaid_tolerance'): number | undefined {
  const percent = body[field];
  return percent === undefined ? undefined : toleranceBps(field, percent);
}

/** Something of what the invoice may be paid in has to be convertible (spec §5). */
function possibleConversion(
  { gate_id, gates = [...CRYPTO_GATES] }: CreateInvoiceBody,
  requested: Autoconversion,
): NonNullable<NewInvoice['autoconversion']> {
  const conversion = toAutoconversion(requested);
  if (conversion.type === 'none') return conversion;
  const problem = conversionProblem(gate_id === undefined ? gates : [gate_id], conversion.gate_id);
  if (problem !== undefined) throw fieldError('autoconversion.gate_id', problem);
  return conversion;
}

/** Each type has exactly the fields that mean something for it. */
export function toAutoconversion({
  type,
  gate_id,
  percent,
}: Autoconversion): NonNullable<NewInvoice['autoconversion']> {
  const extra = (field: string) => fieldError(`autoconversion.${field}`, `Has no meaning with type ${type}.`);
  if (type === 'none') {
    if (gate_id !== undefined) throw extra('gate_id');
    if (percent !== undefined) throw extra('percent');
    return { type };
  }
  if (gate_id === undefined) throw fieldError('autoconversion.gate_id', 'The gate id field is required.');
  if (type === 'full') {
    if (percent !== undefined) throw extra('percent');
    return { type, gate_id };
  }
  if (percent === undefined) throw fieldError('autoconversion.percent', 'The percent field is required.');
  return { type, gate_id, percent };
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that are there: an absent one leaves the choice to the profile. */
function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}

/**
 * Addresses that webhooks will not reach: said at once, because nobody looks for it later. They are taken all the same:
 * the operator may allow a network meanwhile, and a plugin sends what it was installed with.
 */
export function unreachable(
  notificationUrl: string | undefined,
  { webhookAllowedNetworks }: Pick<Config, 'webhookAllowedNetworks'>,
): readonly Warning[] {
  if (notificationUrl === undefined || mayReach(notificationUrl, webhookAllowedNetworks)) return [];
  const { hostname } = new URL(notificationUrl);
  const message = `Webhooks to ${hostname} will fail: it is no public address of the internet.`;
  return [{ field: 'notification_url', code: 'host_not_reachable', message }];
}
