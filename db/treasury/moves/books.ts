import type { Mode } from '../../../domain/assets/assets.ts';
import {
  arrivalPostings,
  departurePostings,
  type GatewayPosting,
  reversed,
  transitOf,
} from '../../../domain/transfers/ledger.ts';
import type { Tx } from '../../core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../../ledger/accounts.ts';
import type { Posting, TransferRequest } from '../../ledger/transfer-request.ts';
import { postTransfers } from '../../ledger/transfers.ts';
import { payoutsTable } from '../../payouts/rows.ts';
import type { Decided } from '../../process/define.ts';
import type { TransferKind } from './kind.ts';
import type { TransferRow } from './rows.ts';
import { wayOf } from './way.ts';

type Moved = readonly Decided<TransferKind>[];

/** Money that has left: out of the origin's custody into transit. */
export async function bookDepartures(tx: Tx, moved: Moved): Promise<undefined> {
  await post(
    tx,
    moved.flatMap(({ before: { row }, step: { event } }) =>
      event.type === 'depart'
        ? [request(row, 'departure', departurePostings(wayOf(row), { ...row, netMinor: event.netMinor }))]
        : [],
    ),
  );
}

/** Money that came back: the departure backwards, fees included. */
export async function bookReturns(tx: Tx, moved: Moved): Promise<undefined> {
  await post(
    tx,
    moved.map(({ before: { row } }) =>
      request(row, 'return', reversed(departurePostings(wayOf(row), { ...row, netMinor: netOf(row) }))),
    ),
  );
  await releasePayouts(tx, moved);
}

/** Money that arrived: out of transit. */
export async function bookArrivals(tx: Tx, moved: Moved): Promise<undefined> {
  await post(
    tx,
    moved.flatMap(({ before: { row }, step: { event } }) =>
      event.type === 'arrive'
        ? [request(row, 'arrival', arrivalPostings(wayOf(row), { ...event, netMinor: netOf(row) }))]
        : [],
    ),
  );
}

/** The chain took the arrival back: it is in transit again. */
export async function reverseArrivals(tx: Tx, moved: Moved): Promise<undefined> {
  await post(
    tx,
    moved.map(({ before: { row } }) => {
      const { arrivedMinor } = row;
      if (arrivedMinor === null) throw new Error(`The transfer ${row.id} has not arrived.`);
      return request(row, 'taken_back', reversed(arrivalPostings(wayOf(row), { arrivedMinor, netMinor: netOf(row) })));
    }),
  );
}

/** The fees that a payout of the gateway's own takes: it pays them to itself. */
export interface PayoutFunds {
  readonly merchantId: string;
  readonly serviceFeeMinor: bigint;
  readonly networkFeeMinor: bigint;
}

/**
 * Gives the gateway's own merchant what the payout will take of it: the money from transit and the fees from where they
 * go. Together with the payout's own transfer, custody goes into transit, and nobody has earned or paid anything.
 */
export async function fundPayout(tx: Tx, row: TransferRow, funds: PayoutFunds): Promise<void> {
  await postTransfers(tx, [{ ...requestOf(row, 'fund'), postings: fundPostings(row, funds) }]);
}

/** Takes it back when the payout returned the money. */
export async function releasePayouts(tx: Tx, moved: Moved): Promise<undefined> {
  for (const { before } of moved) {
    const { row } = before;
    if (row.payoutId === null) continue;
    const payout = await payoutsTable.findOne(tx, { id: row.payoutId });
    if (payout === undefined) throw new Error(`The payout ${row.payoutId} is missing.`);
    const postings = fundPostings(row, payout).map(({ debit, credit, minor }) => ({
      debit: credit,
      credit: debit,
      minor,
    }));
    await postTransfers(tx, [{ ...requestOf(row, 'release'), postings }]);
  }
  return undefined;
}

function fundPostings(row: TransferRow, { merchantId, serviceFeeMinor, networkFeeMinor }: PayoutFunds): Posting[] {
  const { mode, gateId: asset, amountMinor } = row;
  const credit: AccountRef = { owner: merchantId, mode, asset, kind: 'available' };
  const own = (kind: AccountRef['kind']): AccountRef => ({ owner: GATEWAY, mode, asset, kind });
  return [
    { debit: { owner: GATEWAY, mode, ...transitOf(wayOf(row)) }, credit, minor: amountMinor },
    { debit: own('fees:service'), credit, minor: serviceFeeMinor },
    { debit: own('fees:network'), credit, minor: networkFeeMinor },
  ].filter(({ minor }) => minor > 0n);
}

async function post(tx: Tx, requests: readonly TransferRequest[]): Promise<undefined> {
  await postTransfers(
    tx,
    requests.filter(({ postings }) => postings.length > 0),
  );
  return undefined;
}

function request(row: TransferRow, what: string, postings: readonly GatewayPosting[]): TransferRequest {
  return { ...requestOf(row, what), postings: postings.map((each) => ofMode(row.mode, each)) };
}

/** A status may be reached more than once, each time in another version of the row. */
function requestOf({ id, version }: TransferRow, what: string) {
  return {
    key: `treasury-transfer:${id}:${what}:${version}`,
    kind: `treasury_transfer_${what}`,
    entity: `treasury_transfer:${id}`,
  };
}

function ofMode(mode: Mode, { debit, credit, minor }: GatewayPosting): Posting {
  return { debit: { owner: GATEWAY, mode, ...debit }, credit: { owner: GATEWAY, mode, ...credit }, minor };
}

function netOf({ id, netMinor }: TransferRow): bigint {
  if (netMinor === null) throw new Error(`The transfer ${id} has not left.`);
  return netMinor;
}
