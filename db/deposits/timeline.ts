import type { DepositMoment } from '../../contract/deposits.ts';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import type { DepositRecord } from '../../domain/deposits/record.ts';
import { isDepositStatus } from '../../domain/state/deposit-status.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { type LedgerLineRow, ledgerCoins, ledgerLinesSql, toLedgerLine } from '../ledger/lines.ts';

export interface DepositTimeline {
  readonly timeline: readonly DepositMoment[];
  readonly ledger: readonly LedgerLine[];
}

/** The history of a deposit, oldest first: its payments, what the ledger did, and the statuses that were announced. */
export async function depositTimeline(on: Tx | Db, deposit: DepositRecord): Promise<DepositTimeline> {
  const [statuses, postings] = await Promise.all([
    select<StatusRow>(on, statusSql, [deposit.id]),
    select<LedgerLineRow>(on, ledgerSql, [deposit.id]),
  ]);
  const ledger = postings.map(toLedgerLine);
  const moments = [
    ...deposit.payments.map(paymentMoment),
    ...ledger.flatMap(ledgerMoment),
    ...statuses.flatMap(statusMoment),
  ];
  return {
    timeline: moments.toSorted((one, other) => one.at.localeCompare(other.at) || rank(one) - rank(other)),
    ledger,
  };
}

/** Within one millisecond causes come first: the payment, its booking, then the status. */
function rank({ kind }: DepositMoment): number {
  return CAUSES.indexOf(kind);
}

const CAUSES: readonly DepositMoment['kind'][] = ['payment', 'ledger', 'status'];

function paymentMoment(payment: DepositRecord['payments'][number]): DepositMoment {
  const { gateId, txid, output, amountMinor, firstSeenAt } = payment;
  const asset = gateId ?? '';
  return {
    at: firstSeenAt.toISOString(),
    kind: 'payment',
    text_key: 'payment_seen',
    data: { txid, output, asset, amount: ledgerCoins(amountMinor, asset) },
  };
}

const WORDS: Readonly<Record<string, string>> = {
  payment_credit: 'credited',
  payment_reverse: 'reversed',
  settle: 'settled',
  unsettle: 'taken_back',
};

/** The fee of a settlement is a separate line; only the merchant's part appears in the timeline. */
function ledgerMoment({ at, kind, debit, credit, amount, asset }: LedgerLine): DepositMoment[] {
  const text_key = WORDS[kind];
  if (text_key === undefined || [debit, credit].some((account) => account.startsWith('fees:'))) return [];
  return [{ at, kind: 'ledger', text_key, data: { amount, asset } }];
}

interface StatusRow {
  readonly type: string;
  readonly reason: string | null;
  readonly created_at: Date;
}

function statusMoment({ type, reason, created_at }: StatusRow): DepositMoment[] {
  const status = type.slice('deposit.'.length);
  if (!isDepositStatus(status)) return [];
  const data: Record<string, string> = reason === null ? {} : { reason };
  return [{ at: created_at.toISOString(), kind: 'status', status, text_key: 'status', data }];
}

// The reason is read from the event's body, which is stored as the text that was sent.
const statusSql = prepared(`
  SELECT type, body::jsonb -> 'data' ->> 'status_reason' AS reason, created_at
  FROM event WHERE entity_id = $1 ORDER BY xact, id`);

// The second condition is that of the index `transfer_of_deposit`.
const ledgerSql = prepared(ledgerLinesSql(`t.entity = 'deposit:' || $1::text AND t.entity LIKE 'deposit:%'`));
