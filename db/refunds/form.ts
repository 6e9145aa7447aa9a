import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import { coinsFor } from '../conversions/back.ts';
import type { Db } from '../core/sequelize.ts';
import { readInvoiceParts } from '../invoices/read.ts';
import type { InvoiceParts } from '../invoices/rows.ts';
import { unsettledOf } from '../invoices/unsettled.ts';
import { spendableOf } from '../outflows/balance.ts';
import { merchantLimits } from '../outflows/limits.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { convertedPart } from './converted.ts';
import { type PreparedRefund, preparedRefund } from './prepared.ts';
import { type RefundContext, refundContext } from './quote.ts';
import type { RefundRequestRow } from './request-process.ts';
import { latestRequest } from './requests.ts';

/** The data of the refund form; amounts in minor units of the gate. */
export interface RefundFormFacts {
  readonly parts: InvoiceParts;
  readonly context: RefundContext;
  readonly minMinor: bigint;
  /**
   * On the merchant's balance, with what can be bought back of a converted settlement; the invoice's unsettled money is
   * `unsettledMinor`.
   */
  readonly availableMinor: bigint;
  /** The debt that stays on the balance; not part of `availableMinor`. */
  readonly owedMinor: bigint;
  readonly unsettledMinor: bigint;
  /** The payer's open request. */
  readonly request: RefundRequestRow | null;
  /** The refund that the request's link was made for. */
  readonly prepared: PreparedRefund | null;
}

/**
 * The data for possible refunds of an invoice now.
 * @throws DomainError `not_found`, and as {@link refundContext}
 */
export async function refundFormFacts(
  db: Db,
  settings: PayoutSettings,
  of: {
    readonly invoiceId: string;
    readonly profileId: string;
    readonly gateId?: CryptoGateId | undefined;
    readonly nowMs: number;
  },
): Promise<RefundFormFacts> {
  const { invoiceId, profileId, nowMs } = of;
  const parts = await readInvoiceParts(db, invoiceId, { profileId });
  const context = await refundContext(db, settings, { parts, gateId: of.gateId, nowMs });
  const { merchantId, mode } = parts.row;
  const { id: gateId } = context.gate;
  const [limits, balance, unsettledMinor, latest] = await Promise.all([
    merchantLimits(db, merchantId, gateId),
    spendableOf(db, { merchantId, mode, gateId }),
    unsettledOf(db, { invoiceId, merchantId, mode, asset: gateId }),
    latestRequest(db, invoiceId),
  ]);
  const request = latest?.status === 'open' && latest.gateId === gateId ? latest : null;
  return {
    parts,
    context,
    unsettledMinor,
    request,
    prepared: request === null ? null : await preparedRefund(db, request),
    minMinor: limits.minMinor,
    availableMinor: (balance.frozen ? 0n : maxOf(0n, balance.availableMinor)) + (await buyableMinor(db, parts, gateId)),
    owedMinor: balance.owedMinor,
  };
}

/** The coins that the balance of the settled currency can buy back. */
async function buyableMinor(db: Db, { row }: InvoiceParts, gateId: CryptoGateId): Promise<bigint> {
  if (row.conversion === null) return 0n;
  const minor = await convertedPart(db, row, { gateId, minor: row.amountSettledMinor });
  return minor === 0n ? 0n : minOf(minor, await coinsFor(db, row, { from: row.conversion.to, to: gateId }));
}
