import type { MerchantId } from '../../domain/ids.ts';
import { maxOf } from '../../domain/money/money.ts';
import { MIN_SETTLED_MINOR, monthOf } from '../../domain/partners/settlement.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { spendable } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { EARNING_MODE, partnerAccounts } from './books.ts';
import { partnerSettlementsTable, partnersTable } from './rows.ts';

/**
 * A partner that has no settlement of the month yet, but earnings, apart from these. One with a merchant that could not
 * be compared with it waits: its share might not count any more.
 */
export function findUnsettled(tx: Tx, nowMs: number, except: readonly string[] = []): Promise<{ id: string }[]> {
  return select(tx, unsettledSql, [monthOf(nowMs), String(MIN_SETTLED_MINOR), [...except]]);
}

/**
 * Settles what a partner has earned until now: it moves to the balance of the partner's account and leaves that as
 * all money does, after the verification of the account. Once a month, by the key of its row and of its transfer; what
 * is owed was taken from the earnings before, so a settlement is never below zero.
 * @returns whether something was settled
 */
export async function settleMonth(tx: Tx, partnerId: string, nowMs: number): Promise<boolean> {
  const month = monthOf(nowMs);
  const [partner] = await partnersTable.find(tx, { id: partnerId }, { lock: tx.LOCK.UPDATE });
  if (partner === undefined || partner.merchantId === null || partner.status === 'paused') return false;
  if ((await partnerSettlementsTable.count(tx, { partnerId, month })) > 0) return false;
  const { earnings } = partnerAccounts(partnerId);
  const [locked] = await lockBalances(tx, [earnings]);
  const minor = maxOf(0n, spendable(locked));
  if (minor < MIN_SETTLED_MINOR) return false;
  const available = {
    owner: partner.merchantId as MerchantId,
    mode: EARNING_MODE,
    asset: 'EUR',
    kind: 'available',
  } as const;
  await postTransfers(tx, [
    {
      key: `partner:${partnerId}:settle:${month}`,
      kind: 'partner_settled',
      entity: `partner:${partnerId}`,
      postings: [{ debit: earnings, credit: available, minor }],
    },
  ]);
  await partnerSettlementsTable.create(tx, { partnerId, month, minor, merchantId: partner.merchantId });
  await partnersTable.update(tx, { settledMinor: partner.settledMinor + minor }, { id: partnerId });
  return true;
}

const unsettledSql = prepared(`
  SELECT p.id FROM partner p
  WHERE p.merchant_id IS NOT NULL AND p.status <> 'paused' AND p.earned_minor - p.settled_minor >= $2::numeric
    AND p.id <> ALL($3::uuid[])
    AND NOT EXISTS (SELECT FROM partner_settlement s WHERE s.partner_id = p.id AND s.month = $1)
    AND NOT EXISTS (SELECT FROM partner_referral r
      WHERE r.partner_id = p.id AND r.checked_at < now() - interval '25 hours')
  ORDER BY p.id LIMIT 1 FOR UPDATE OF p SKIP LOCKED`);
