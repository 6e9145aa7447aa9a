import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { postingsOfTaken, takeBackFrom } from '../ledger/written-off.ts';
import { type CardOrderRow, entityOf } from './rows.ts';

/** The earnings of an order, in euro cents. */
export interface Earned extends Pick<CardOrderRow, 'id' | 'mode' | 'merchantId'> {
  readonly commissionMinor: bigint;
  readonly shareMinor: bigint;
}

/**
 * Books the commission of a delivered order: what the partner owes becomes the shop's earnings and the gateway's fee.
 * Once, by its key.
 */
export async function bookEarnings(tx: Tx, earned: Earned): Promise<void> {
  await post(tx, { key: keyOf(earned, 'earn'), kind: 'card_earned', ...of(earned), postings: parts(earned) });
}

/** The shop's earnings become available, and pay its debts first. Once, by its key. */
export async function matureEarnings(tx: Tx, earned: Earned): Promise<void> {
  const { earnings, available } = accounts(earned);
  const postings = [{ debit: earnings, credit: available, minor: earned.shareMinor }].filter(isMore);
  await post(tx, {
    key: keyOf(earned, 'mature'),
    kind: 'card_matured',
    ...of(earned),
    gives: entityOf(earned),
    postings,
  });
}

/**
 * Takes the commission of an order back that was charged back: the shop's share from its earnings, or, once they were
 * available, from its balance, and the missing part as a debt. Once, by its key.
 */
export async function reverseEarnings(tx: Tx, earned: Earned, isMatured: boolean): Promise<void> {
  const { available, commission } = accounts(earned);
  const backwards = parts(earned).map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor }));
  const share = { minor: earned.shareMinor, cause: entityOf(earned) };
  const postings =
    isMatured && share.minor > 0n
      ? [
          ...postingsOfTaken(available, commission, await takeBackFrom(tx, available, share)),
          ...backwards.filter(({ debit }) => debit.owner === GATEWAY),
        ]
      : backwards;
  await post(tx, { key: keyOf(earned, 'reverse'), kind: 'card_reversed', ...of(earned), postings });
}

function parts(earned: Earned): Posting[] {
  const { commission, earnings, fee } = accounts(earned);
  const { commissionMinor, shareMinor } = earned;
  return [
    { debit: commission, credit: earnings, minor: shareMinor },
    { debit: commission, credit: fee, minor: commissionMinor - shareMinor },
  ].filter(isMore);
}

function accounts({ mode, merchantId }: Earned) {
  const at = (owner: string, kind: AccountRef['kind']): AccountRef => ({ owner, mode, asset: 'EUR', kind });
  return {
    commission: at(GATEWAY, 'card_commission'),
    fee: at(GATEWAY, 'fees:card'),
    earnings: at(merchantId, 'card_earnings'),
    available: at(merchantId, 'available'),
  };
}

/** A commission of less than a cent moves nothing. */
async function post(tx: Tx, transfer: TransferRequest): Promise<void> {
  if (transfer.postings.length > 0) await postTransfers(tx, [transfer]);
}

const of = (earned: Earned) => ({ entity: entityOf(earned) });
const keyOf = ({ id }: Earned, step: 'earn' | 'mature' | 'reverse') => `card-order:${id}:${step}`;
const isMore = ({ minor }: Posting) => minor > 0n;
