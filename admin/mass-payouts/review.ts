import type { MassPreview, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { minus } from '../invoices/decimal.ts';

/** The result of the review that is shown first. Only `ready` can be run. */
export type Verdict = 'checking' | 'not_valid' | 'reckoning' | 'short' | 'two_fa' | 'ready';

/** First the lines, then the balance, then the second factor of who would run it. */
export function verdictOf({ status }: Pick<SpaMassPayout, 'status'>, preview: MassPreview | undefined): Verdict {
  if (status === 'new') return 'checking';
  if (status === 'not_valid') return 'not_valid';
  if (preview === undefined) return 'reckoning';
  if (preview.covers.some(({ missing }) => missing !== null)) return 'short';
  return preview.two_fa.required && !preview.two_fa.enabled ? 'two_fa' : 'ready';
}

type GateTotal = SpaMassPayout['totals'][number];

/** One asset of the summary, in its coins. */
export interface AssetSummary extends GateTotal {
  /** On top of the amounts; null where the recipients pay them out of the amounts. */
  readonly fees: string | null;
  /** Null until the balance is known. */
  readonly available: string | null;
  /** The amount by which the balance is short; null if it suffices. */
  readonly missing: string | null;
  /** The balance after the run; null if it does not suffice. */
  readonly left: string | null;
}

export function summaryOf(
  { totals, fee_payer }: Pick<SpaMassPayout, 'totals' | 'fee_payer'>,
  preview: Pick<MassPreview, 'covers'> | undefined,
): AssetSummary[] {
  return totals.map((asset) => {
    const { gate_id, valid } = asset;
    const cover = preview?.covers.find((each) => each.gate_id === gate_id);
    const missing = cover?.missing ?? null;
    return {
      ...asset,
      fees: fee_payer === 'merchant' ? minus(valid.total, valid.amount) : null,
      available: cover?.available ?? null,
      missing,
      left: cover === undefined || missing !== null ? null : minus(cover.available, valid.total),
    };
  });
}
