import { type ChainKind, type CryptoGateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { deriveAddress } from '../../domain/assets/derivation.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { type GateFeeTerms, gateFees } from '../../domain/money/gate-fees.ts';
import { checkGateMinimum } from '../../domain/money/pricing.ts';
import { assetMinorFor, isCurrent, type Rate } from '../../domain/money/rates.ts';
import { nextDerivationIndex } from '../chain/assign-address.ts';
import type { Db } from '../core/sequelize.ts';
import { type QuoteRow, quotesTable } from './rows.ts';
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
  const rate = request.rates.find(({ asset, currency }) => asset === chosen.asset && currency === request.currency);
  if (rate === undefined || !isCurrent(rate, request.nowMs)) throw new DomainError('rate_unavailable');
  if (!settings.isOpen(request.mode, request.gateId)) throw new DomainError('network_unavailable');
  const { networkFeeMinor, conversionFeeMinor } = gateFees(chosen, rate, request);
  const totalMinor = request.totalBeforeGateMinor + networkFeeMinor + conversionFeeMinor;
  const dueMinor = assetMinorFor(totalMinor, rate);
  checkGateMinimum(dueMinor, chosen);
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
    totalMinor,
    networkFeeMinor,
    conversionFeeMinor,
    rateValue: rate.value,
    rateSource: rate.source,
    lockedAt: new Date(request.nowMs),
    amountDueMinor: dueMinor,
  };
  return { row, addressKey, derivationIndex: index };
}

/** JSON for the rows of the quote and of its watched address. */
export function newQuoteJson({ row, addressKey, derivationIndex }: NewQuote): object {
  return { ...quotesTable.write(row), quote_id: row.id, address_key: addressKey, derivation_index: derivationIndex };
}
