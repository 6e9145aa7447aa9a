import { type ChainKind, type CryptoGateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { deriveAddress } from '../../domain/assets/derivation.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { QuoteRow } from '../../domain/invoices/record.ts';
import { type GateFeeTerms, gateFees } from '../../domain/money/gate-fees.ts';
import { checkGateMinimum } from '../../domain/money/pricing.ts';
import { assetMinorFor, isCurrent, type Rate } from '../../domain/money/rates.ts';
import { lockEndMs } from '../../domain/state/invoice-quote-lock.ts';
import { nextDerivationIndex } from '../chain/assign-address.ts';
import type { Db } from '../core/sequelize.ts';
import { type EarlierQuoteRow, quotesTable } from './rows.ts';
import type { InvoiceSettings } from './settings.ts';

export interface QuoteRequest extends GateFeeTerms {
  readonly mode: Mode;
  readonly gateId: CryptoGateId;
  readonly currency: string;
  /** The amount in fiat without the fees that depend on the asset. */
  readonly totalBeforeGateMinor: bigint;
  readonly rates: readonly Rate[];
  /** The chain that the network's node reported; null until known. */
  readonly identified: ChainKind | null;
  /** When the invoice ends, and every lock with it. */
  readonly expiresAtMs: number;
  readonly nowMs: number;
}

/** A quote with the data for its rows: its watched address is never assigned to anything else. */
export interface NewQuote {
  readonly row: QuoteRow;
  readonly addressKey: string;
  readonly derivationIndex: number;
}

/**
 * Prices an asset at the current rate and assigns an address. The amount is rounded up to the displayed decimals.
 * @throws DomainError `rate_unavailable` (rates are never estimated), `amount_too_small`, `network_unavailable`
 */
export async function makeQuote(db: Db, settings: InvoiceSettings, request: QuoteRequest): Promise<NewQuote> {
  const chosen = gate(request.gateId);
  const terms = offeredTerms(settings, request);
  const account = settings.account(request.mode, chosen.network, request.identified);
  const index = await nextDerivationIndex(db, request.mode, chosen.network);
  const { address, addressKey, destinationTag } = deriveAddress({ network: chosen.network, index, ...account });
  const row = {
    id: newId(request.nowMs),
    gateId: chosen.id,
    network: chosen.network,
    chain: account.chain,
    address,
    destinationTag,
    ...terms,
  };
  return { row, addressKey, derivationIndex: index };
}

/** The terms of a quote; its address stays when they change. */
export type QuoteTerms = Omit<EarlierQuoteRow, 'quoteId' | 'lockedUntil'> & Pick<QuoteRow, 'lockedUntil'>;

/**
 * The offer to a payer now. The rate is locked as long as an invoice usually lives, or as long as this one does.
 * @throws DomainError `rate_unavailable`, `amount_too_small`, `network_unavailable`
 */
export function offeredTerms(
  settings: Pick<InvoiceSettings, 'isOpen' | 'lifetimeSeconds'>,
  request: QuoteRequest,
): QuoteTerms {
  const chosen = gate(request.gateId);
  const rate = request.rates.find(({ asset, currency }) => asset === chosen.asset && currency === request.currency);
  if (rate === undefined || !isCurrent(rate, request.nowMs)) throw new DomainError('rate_unavailable');
  if (!settings.isOpen(request.mode, request.gateId)) throw new DomainError('network_unavailable');
  const terms = termsAt(rate, { ...request, lockMs: settings.lifetimeSeconds * 1_000 });
  checkGateMinimum(terms.amountDueMinor, chosen);
  return terms;
}

/**
 * Holds the terms of a new rate against the amount that the payer was shown and accepted; a lower one is welcome.
 * @throws DomainError `changed_meanwhile`
 */
export function checkAccepted({ amountDueMinor }: Pick<QuoteTerms, 'amountDueMinor'>, acceptedMinor?: bigint): void {
  if (acceptedMinor === undefined || amountDueMinor <= acceptedMinor) return;
  throw new DomainError('changed_meanwhile', {
    message: 'The rate has changed, and the amount is higher than the one that was accepted.',
  });
}

/** The terms at a rate, rounded up to the displayed decimals, for a lock that begins now. */
export function termsAt(rate: Rate, request: Omit<QuoteRequest, 'rates'> & { readonly lockMs: number }): QuoteTerms {
  const { networkFeeMinor, conversionFeeMinor } = gateFees(gate(request.gateId), rate, request);
  const totalMinor = request.totalBeforeGateMinor + networkFeeMinor + conversionFeeMinor;
  const untilMs = lockEndMs(request.nowMs, request);
  return {
    totalMinor,
    networkFeeMinor,
    conversionFeeMinor,
    rateValue: rate.value,
    rateSource: rate.source,
    lockedAt: new Date(request.nowMs),
    lockedUntil: untilMs === null ? null : new Date(untilMs),
    amountDueMinor: assetMinorFor(totalMinor, rate),
  };
}

/** JSON for the rows of the quote and of its watched address. */
export function newQuoteJson({ row, addressKey, derivationIndex }: NewQuote): object {
  return { ...quotesTable.write(row), quote_id: row.id, address_key: addressKey, derivation_index: derivationIndex };
}
