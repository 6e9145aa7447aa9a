import { earnedMinor, moveOf } from '../../domain/partners/earnings.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY, type LockedAccount, spendable } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { type PartnerRow, partnersTable } from './rows.ts';

/** Fees of the sandbox are play money: only those of production are shared. */
export const EARNING_MODE = 'production';

/** A change of the shares that count for a partner. */
export interface SharesChange {
  /** Millionths of a euro, above or below zero. */
  readonly micro: bigint;
  /** Permanently unique for the partner: the key of the transfer. */
  readonly cause: string;
}

/**
 * Changes what a partner has earned, in the ledger and in the row, which is locked first: two changes at once are made
 * one after the other, and the sum of all transfers is always what the rules say about the sum of the shares.
 * @returns the change in euro cents
 */
export async function bookShares(tx: Tx, partnerId: string, { micro, cause }: SharesChange): Promise<bigint> {
  const [row] = await partnersTable.find(tx, { id: partnerId }, { lock: tx.LOCK.UPDATE });
  if (row === undefined) throw new Error(`The partner ${partnerId} does not exist.`);
  const accruedMicro = row.accruedMicro + micro;
  const earned = earnedMinor(accruedMicro, termsOf(row));
  const changeMinor = earned - row.earnedMinor;
  if (changeMinor !== 0n) await post(tx, row, { changeMinor, cause });
  if (micro !== 0n) await partnersTable.update(tx, { accruedMicro, earnedMinor: earned }, { id: partnerId });
  return changeMinor;
}

async function post(
  tx: Tx,
  { id }: PartnerRow,
  { changeMinor, cause }: { readonly changeMinor: bigint; readonly cause: string },
): Promise<void> {
  const { earnings, debt, cost } = partnerAccounts(id);
  const [earningsNow, debtNow] = await lockBalances(tx, [earnings, debt]);
  const balance = { earningsMinor: spendable(earningsNow), debtMinor: owedOn(debtNow) };
  const { earnMinor, repayMinor, takeMinor, oweMinor } = moveOf(changeMinor, balance);
  const postings: Posting[] = [
    { debit: cost, credit: debt, minor: repayMinor },
    { debit: cost, credit: earnings, minor: earnMinor },
    { debit: earnings, credit: cost, minor: takeMinor },
    { debit: debt, credit: cost, minor: oweMinor },
  ];
  await postTransfers(tx, [
    {
      key: `partner:${id}:${cause}`,
      kind: changeMinor > 0n ? 'partner_earned' : 'partner_reversed',
      entity: `partner:${id}`,
      postings: postings.filter(({ minor }) => minor > 0n),
    },
  ]);
}

function owedOn({ debitsPosted, creditsPosted }: LockedAccount): bigint {
  return debitsPosted - creditsPosted;
}

/** The terms that a partner has agreed to. @throws Error before the approval: nobody earns without terms */
export function termsOf({ id, shareBps, capMinor }: Pick<PartnerRow, 'id' | 'shareBps' | 'capMinor'>) {
  if (shareBps === null || capMinor === null) throw new Error(`The partner ${id} has no terms.`);
  return { shareBps, capMinor };
}

/** The accounts of a partner: they have an owner of their own, apart from the merchant who is paid. */
export function partnerAccounts(id: string) {
  const at = (owner: string, kind: AccountRef['kind']): AccountRef => ({
    owner,
    mode: EARNING_MODE,
    asset: 'EUR',
    kind,
  });
  return {
    earnings: at(`partner:${id}`, 'partner_earnings'),
    debt: at(`partner:${id}`, 'partner_debt'),
    cost: at(GATEWAY, 'partner_cost'),
  };
}
