import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import { type Db, moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { applyStep } from '../../db/process/apply.ts';
import { describeTransfer } from '../../db/treasury/moves/alerts.ts';
import { arrive, takeEarlier } from '../../db/treasury/moves/arrivals.ts';
import { takeEarlierCredit } from '../../db/treasury/moves/credits.ts';
import type { TransferEvent } from '../../db/treasury/moves/kind.ts';
import { transferProcess } from '../../db/treasury/moves/process.ts';
import { lateTransfer, payoutTransactions, takenArrivals, transfersToFollow } from '../../db/treasury/moves/read.ts';
import { nameAddress, routesWithoutAddress } from '../../db/treasury/moves/routes.ts';
import { type RouteRow, routesTable, type TransferRow } from '../../db/treasury/moves/rows.ts';
import { beginSending, isTransferStopped } from '../../db/treasury/moves/send.ts';
import type { TransferSettings } from '../../db/treasury/moves/settings.ts';
import { proposeByLevels } from '../../db/treasury/moves/watch-levels.ts';
import { gateDecimals, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { canBeArrival } from '../../domain/transfers/arrival.ts';
import { exchangeAt, networkAt, type Place } from '../../domain/transfers/places.ts';
import { exactOf, minorOf } from '../../domain/treasury/exact.ts';
import {
  type Exchange,
  ExchangeRefusedError,
  type FoundDeposit,
  type FoundWithdrawal,
  type VenueWithdrawal,
} from '../exchanges/port.ts';

/** The steps around each call and each transaction of a transfer, in their order. */
export type TransferFaultPoint =
  | 'before_send'
  | 'before_withdraw'
  | 'after_withdraw'
  | 'before_depart'
  | 'after_depart'
  | 'before_arrive'
  | 'after_arrive';

export interface TransferDeps {
  readonly db: Db;
  readonly mode: Mode;
  readonly settings: TransferSettings;
  readonly exchanges: readonly Exchange[];
  readonly nowMs: () => number;
  /** Called at each step, so that tests can stop there. */
  readonly faultPoint?: (name: TransferFaultPoint) => void | Promise<void>;
}

/**
 * One round of all transfers of a mode: names addresses, proposes what the levels say, and brings each open transfer
 * one step further. The rows say everything, so a round can be interrupted anywhere, repeated, and run twice at once.
 * @returns what it did, by transfer
 */
export async function moveMoneyOnce(deps: TransferDeps): Promise<Readonly<Record<string, string>>> {
  const { db, mode, settings, nowMs } = deps;
  const did: Record<string, string> = {};
  const note = async (name: string, work: () => Promise<string>) => {
    did[name] = await work().catch((error: unknown) =>
      error instanceof Error ? error.message.slice(0, 300) : `${error}`,
    );
  };
  for (const route of await routesWithoutAddress(db, mode)) await note(route.id, () => askAddress(deps, route));
  await note('levels', async () => {
    const made = await inMoney(deps, (tx) => proposeByLevels(tx, settings, { mode, nowMs: nowMs() }));
    return `${made.length} transfers proposed`;
  });
  for (const row of await transfersToFollow(db, mode)) {
    await note(row.id, () => follow(deps, row));
    await tellLate(deps, row);
  }
  return did;
}

async function askAddress(deps: TransferDeps, { id, toPlace, gateId }: RouteRow): Promise<string> {
  await nameAddress(deps.db, id, await exchangeOf(deps, toPlace).funds.depositAddress(gateId));
  return `${toPlace} has named its address.`;
}

async function follow(deps: TransferDeps, row: TransferRow): Promise<string> {
  switch (row.status) {
    case 'proposed':
      if (deps.nowMs() < row.deadlineAt.getTime()) return 'It waits for an approval.';
      return step(deps, row, { type: 'expire' });
    case 'approved':
      return send(deps, row);
    case 'sending':
    case 'failed':
      return exchangeAt(row.fromPlace) === null ? 'It waits for its payout or payment.' : lookUp(deps, row);
    case 'sent':
      return awaitArrival(deps, row);
    case 'arrived':
    case 'declined':
      return `It is ${row.status}.`;
    default:
      return row.status satisfies never;
  }
}

/**
 * Only the caller that made it `sending` asks the exchange, once. Before that the exchange must not list it already: a
 * restored database does not know what was withdrawn since.
 */
async function send(deps: TransferDeps, row: TransferRow): Promise<string> {
  const { db, settings, nowMs } = deps;
  const isListed = exchangeAt(row.fromPlace) !== null && (await findWithdrawal(deps, row)) !== null;
  await deps.faultPoint?.('before_send');
  const sending = await inMoney(deps, (tx) => beginSending(tx, settings, { id: row.id, nowMs: nowMs() })).catch(
    (error: unknown) => {
      if (error instanceof DomainError && PERMANENT.has(error.code)) return error;
      throw error;
    },
  );
  if (sending instanceof DomainError) return step(deps, row, { type: 'fail', reason: wordsOf(sending) });
  if (sending === 'stopped') return 'It waits: outgoing money is stopped.';
  if (sending === null) return 'It was given to its payout or payment.';
  if (isListed) return lookUp(deps, sending.row);
  const exchange = exchangeOf(deps, row.fromPlace);
  await deps.faultPoint?.('before_withdraw');
  if (await isTransferStopped(db, sending.row))
    return step(deps, row, { type: 'fail', reason: 'Money was stopped before the exchange was asked.' });
  try {
    await exchange.funds.withdraw(withdrawalOf(sending.row, sending.route));
  } catch (error) {
    // Any other error may hide a withdrawal that was accepted.
    if (error instanceof ExchangeRefusedError)
      return step(deps, row, { type: 'fail', reason: error.message.slice(0, 500) });
  }
  await deps.faultPoint?.('after_withdraw');
  return lookUp(deps, row);
}

/** Refusals that another try would not change. */
const PERMANENT: ReadonlySet<string> = new Set([
  'address_invalid',
  'destination_tag_invalid',
  'amount_too_small',
  'amount_too_large',
  'gate_not_offered',
  'validation_failed',
  'production_not_permitted',
  'amount_invalid',
]);

function wordsOf(error: DomainError): string {
  return Object.values(error.fields ?? {})[0]?.[0] ?? error.message;
}

/** Asks the exchange until it lists the withdrawal, or must have by now. */
async function lookUp(deps: TransferDeps, row: TransferRow): Promise<string> {
  const found = await findWithdrawal(deps, row);
  if (found === null) {
    if (row.status === 'failed') return 'The exchange does not list it.';
    if (deps.nowMs() < row.deadlineAt.getTime()) return 'The exchange does not list it yet.';
    return step(deps, row, { type: 'give_up' });
  }
  if (found.state === 'failed') {
    const reason = 'The exchange lists the withdrawal as failed.';
    return row.status === 'failed' ? reason : step(deps, row, { type: 'fail', reason });
  }
  const { venueId, txid } = found;
  const netMinor = minorOf(found.net, gateDecimals(row.gateId));
  await deps.faultPoint?.('before_depart');
  const status = await step(deps, row, { type: 'depart', netMinor, venueId, txid });
  await deps.faultPoint?.('after_depart');
  await resolveAlert(deps.db, { kind: 'treasury_transfer_failed', subject: row.id });
  return status;
}

async function findWithdrawal(deps: TransferDeps, row: TransferRow): Promise<FoundWithdrawal | null> {
  const route = await routesTable.findOne(deps.db, { id: row.routeId });
  if (route === undefined) throw new Error(`The route ${row.routeId} is missing.`);
  return exchangeOf(deps, row.fromPlace).funds.findWithdrawal(withdrawalOf(row, route));
}

async function awaitArrival(deps: TransferDeps, row: TransferRow): Promise<string> {
  if (exchangeAt(row.fromPlace) !== null) {
    const found = await findWithdrawal(deps, row);
    if (found?.state === 'failed') return step(deps, row, { type: 'fail', reason: 'The exchange took it back.' });
    if (found?.txid && found.txid !== row.txid) await step(deps, row, { type: 'note', txid: found.txid });
  }
  await deps.faultPoint?.('before_arrive');
  const hasArrived =
    row.toPlace === 'bank:main'
      ? await inMoney(deps, (tx) => takeEarlierCredit(tx, row.id, deps.nowMs()))
      : networkAt(row.toPlace) !== null
        ? await inMoney(deps, (tx) => takeEarlier(tx, row.id, deps.nowMs()))
        : await takeDeposit(deps, row);
  if (hasArrived) await deps.faultPoint?.('after_arrive');
  return hasArrived ? 'It has arrived.' : 'It is on its way.';
}

/** Looks for the deposit: by its transaction or, from the bank, by its amount. */
async function takeDeposit(deps: TransferDeps, row: TransferRow): Promise<boolean> {
  const { db } = deps;
  const exchange = exchangeOf(deps, row.toPlace);
  const txids = row.payoutId === null ? null : await payoutTransactions(db, row.payoutId);
  const since = (row.sentAt ?? row.createdAt).getTime();
  const minorOfDeposit = ({ amount }: FoundDeposit) => minorOf(amount, gateDecimals(row.gateId));
  const candidates = (await exchange.funds.deposits(row.gateId, since)).filter((deposit) =>
    txids === null
      ? canBeArrival(row.netMinor, minorOfDeposit(deposit))
      : deposit.txid !== null && txids.includes(deposit.txid),
  );
  const nameOf = ({ id }: FoundDeposit) => `deposit:${id}`;
  const taken = await takenArrivals(db, row, candidates.map(nameOf));
  const deposit = candidates.find((each) => !taken.has(nameOf(each)));
  if (deposit === undefined) return false;
  const arrival = { arrivedMinor: minorOfDeposit(deposit), arrival: nameOf(deposit), nowMs: deps.nowMs() };
  await inMoney(deps, (tx) => arrive(tx, row, arrival));
  return true;
}

async function tellLate({ db, nowMs }: TransferDeps, { id }: TransferRow): Promise<void> {
  const alert = { kind: 'treasury_transfer_late', subject: id } as const;
  const row = await lateTransfer(db, id, new Date(nowMs()));
  if (row === undefined) return;
  const about = [row.payoutId && `payout ${row.payoutId}`, row.venueId && `reference ${row.venueId}`, row.txid];
  const names = about.filter(Boolean).join(', ');
  const message = `${describeTransfer(row)} has been ${row.status} for too long${names === '' ? '' : ` (${names})`}.`;
  await raiseAlert(db, { ...alert, message });
}

async function step(deps: TransferDeps, { id }: TransferRow, event: TransferEvent): Promise<string> {
  const { status } = await inMoney(deps, (tx) =>
    applyStep(tx, transferProcess, { id, event, cause: null, nowMs: deps.nowMs() }),
  );
  return `It is ${status}.`;
}

function inMoney<T>({ db }: TransferDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(() => moneyTransaction(db, work));
}

function exchangeOf({ exchanges }: TransferDeps, place: Place): Exchange {
  const exchange = exchanges.find(({ name }) => name === exchangeAt(place));
  if (exchange === undefined) throw new Error(`${place} is not configured.`);
  return exchange;
}

function withdrawalOf({ id, gateId, amountMinor, createdAt }: TransferRow, route: RouteRow): VenueWithdrawal {
  const { address, destinationTag, venueKey } = route;
  const amount = exactOf(amountMinor, gateDecimals(gateId));
  // After a restore, it may have left before the rows say so; no other has its amount.
  return { id, gateId, amount, address, destinationTag, venueKey, sinceMs: createdAt.getTime() };
}
