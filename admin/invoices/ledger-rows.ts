import type { LedgerLine } from '../../contract/spa-invoices.ts';

/** A movement of money: for a hold, with what ended it. */
export interface LedgerRow {
  readonly line: LedgerLine;
  /** The transfer that ended the hold: it was posted, or the money went back. */
  readonly end: { readonly outcome: 'posted' | 'returned'; readonly at: string } | null;
}

/** A hold and its end are one movement: one row, so that no amount is read twice. */
export function ledgerRows(lines: readonly LedgerLine[]): LedgerRow[] {
  const ends = new Set<LedgerLine>();
  return lines.flatMap((line, index) => {
    if (ends.has(line)) return [];
    if (line.posted || !isHold(line)) return [{ line, end: null }];
    const end = lines.slice(index + 1).find((later) => !ends.has(later) && outcomeOf(line, later) !== null);
    if (end !== undefined) ends.add(end);
    const outcome = end && outcomeOf(line, end);
    return [{ line, end: end && outcome ? { outcome, at: end.at } : null }];
  });
}

/** Money that is set aside for what may still be called off; a booking of its own ends it. */
export function isHold({ kind }: LedgerLine): boolean {
  return kind === 'payout' || kind === 'refund' || kind === 'mass_payout' || kind === 'withdrawal';
}

/** A post repeats the hold's accounts; a void is listed unposted, with the accounts exchanged. */
function outcomeOf(hold: LedgerLine, later: LedgerLine): 'posted' | 'returned' | null {
  if (later.asset !== hold.asset || later.amount !== hold.amount) return null;
  const isSame = later.debit === hold.debit && later.credit === hold.credit;
  const isBack = later.debit === hold.credit && later.credit === hold.debit;
  if (later.posted && isSame) return 'posted';
  return !later.posted && isBack ? 'returned' : null;
}
