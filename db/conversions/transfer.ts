import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { type AccountKind, GATEWAY } from '../ledger/accounts.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { postingsOfTaken, type TakenBack } from '../ledger/written-off.ts';

/** The amounts that a conversion moves; minor units. */
export interface ConvertedMoney {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly from: GateId;
  readonly to: GateId;
  readonly amountFromMinor: bigint;
  readonly amountToMinor: bigint;
  readonly feeMinor: bigint;
}

/**
 * A conversion is one transfer: `available` → `position` in one asset, `position` → `available` and the fee in the
 * other. So it is posted completely or not at all, and no exchange is waited for.
 */
export function conversionTransfer(
  money: ConvertedMoney,
  about: Omit<TransferRequest, 'kind' | 'postings'>,
): TransferRequest {
  return { ...about, kind: 'conversion', postings: postingsOf(money) };
}

/** The same backwards, for money that a reorganization took: what the merchant got goes back, and so does the fee. */
export function reversalTransfer(
  money: ConvertedMoney & TakenBack,
  about: Omit<TransferRequest, 'kind' | 'postings'>,
): TransferRequest {
  const { takenMinor, shortMinor, lossMinor, ...converted } = money;
  const postings = postingsOf(converted).flatMap(({ debit, credit, minor }): Posting[] => {
    if (credit.kind !== 'available') return [{ debit: credit, credit: debit, minor }];
    // Money that the merchant has spent becomes a debt.
    return postingsOfTaken(credit, debit, { takenMinor, shortMinor, lossMinor });
  });
  return { ...about, kind: 'conversion_reversed', postings };
}

function postingsOf({ merchantId, mode, from, to, amountFromMinor, amountToMinor, feeMinor }: ConvertedMoney) {
  const gateways = (asset: GateId, kind: AccountKind) => ({ owner: GATEWAY, mode, asset, kind });
  const available = (asset: GateId) => ({ owner: merchantId, mode, asset, kind: 'available' as const });
  const all: Posting[] = [
    { debit: available(from), credit: gateways(from, 'position'), minor: amountFromMinor },
    { debit: gateways(to, 'position'), credit: available(to), minor: amountToMinor },
    { debit: gateways(to, 'position'), credit: gateways(to, 'fees:conversion'), minor: feeMinor },
  ];
  return all.filter(({ minor }) => minor > 0n);
}
