import type { Movement } from '../../db/chain/movement.ts';
import type { Payment } from '../../db/chain/payments.ts';
import { type Target, targetKey, type Watched, type WatchedTargets } from '../../db/chain/watched.ts';
import { gates, gatesOn, isUtxoNetwork, type Network } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { BlockRef, ChainBlock, ChainTransaction } from './port.ts';

/** The data that a follower read from a chain at once, and the data known before. */
export interface ChainSnapshot {
  readonly network: Network;
  readonly nowMs: number;
  readonly known: readonly Payment[];
  readonly watched: WatchedTargets;
  /** The last block that is still on the best chain, when blocks above it are not. */
  readonly rewindTo: number | null;
  /** New blocks from the lowest up. */
  readonly blocks: readonly ChainBlock[];
  /** New transactions of the mempool. */
  readonly waiting: readonly ChainTransaction[];
  /** Transactions that are neither in a block nor in the mempool any more. */
  readonly gone: ReadonlySet<string>;
  readonly tipHeight: number;
  readonly finalizedHeight: number | null;
}

/** The change of one payment. */
export interface Change {
  readonly before: Payment | null;
  readonly after: Payment;
  /**
   * True when an invoice or deposit may have to do something: what counts as paid, in time, confirmed or final is
   * another than before.
   */
  readonly matters: boolean;
}

/**
 * Decides what a snapshot of the chain means for payments. Pure: the same snapshot gives the same changes, and one
 * without news gives none, so a read can be repeated at any time.
 */
export function planChanges(snapshot: ChainSnapshot): Change[] {
  const book = openBook(snapshot.known);
  if (snapshot.rewindTo !== null) rewind(book, snapshot.rewindTo);
  for (const block of snapshot.blocks)
    for (const transaction of block.transactions) applyMined(book, snapshot, transaction, block);
  for (const transaction of snapshot.waiting) applyPending(book, snapshot, transaction);
  for (const draft of book.all)
    if (draft.after.status === 'seen' && snapshot.gone.has(draft.after.txid)) updateDraft(draft, { status: 'dropped' });
  for (const draft of book.all) updateConfirmation(draft, snapshot);
  return book.all.flatMap((draft) => changeOf(draft, snapshot));
}

/** The unique key of a payment row. */
export function paymentKey(network: Network, txid: string, output: string): string {
  if (output === '') return txid;
  return isUtxoNetwork(network) ? `${network}:${txid}:${output}` : `${txid}:${output}`;
}

interface Draft {
  readonly before: Payment | null;
  after: Payment;
}

interface Book {
  readonly all: Draft[];
  readonly byKey: Map<string, Draft>;
  readonly byTxid: Map<string, Draft[]>;
  readonly bySpend: Map<string, Draft[]>;
}

function openBook(known: readonly Payment[]): Book {
  const book: Book = { all: [], byKey: new Map(), byTxid: new Map(), bySpend: new Map() };
  for (const payment of known) addDraft(book, { before: payment, after: payment });
  return book;
}

function addDraft(book: Book, draft: Draft): void {
  book.all.push(draft);
  book.byKey.set(draft.after.key, draft);
  append(book.byTxid, draft.after.txid, draft);
  for (const spend of draft.after.spends) append(book.bySpend, spend, draft);
}

function append(index: Map<string, Draft[]>, key: string, draft: Draft): void {
  const list = index.get(key);
  if (list) list.push(draft);
  else index.set(key, [draft]);
}

function updateDraft(draft: Draft, values: Partial<Payment>): void {
  draft.after = { ...draft.after, ...values };
}

const unmined = { blockHeight: null, blockHash: null, finalized: false, confirmedAtMs: null } as const;

/** When a block leaves the best chain, its transactions wait again until they are mined, replaced or gone. */
function rewind(book: Book, rewindTo: number): void {
  for (const draft of book.all) {
    if ((draft.after.blockHeight ?? -1) > rewindTo) updateDraft(draft, { ...unmined, status: 'seen' });
  }
}

function applyMined(book: Book, snapshot: ChainSnapshot, transaction: ChainTransaction, block: BlockRef): void {
  const place = { blockHeight: block.height, blockHash: block.hash };
  const mined = new Set<Draft>();
  if (!transaction.failed) {
    for (const draft of paymentsToUs(book, snapshot, transaction, block)) {
      updateDraft(draft, { ...place, status: 'mined' });
      mined.add(draft);
    }
  }
  // Announced in the mempool but missing in the block: the receipt failed, or the transfer went elsewhere (hazard 21).
  for (const draft of book.byTxid.get(transaction.txid) ?? []) {
    if (!mined.has(draft)) updateDraft(draft, { ...place, status: 'failed', finalized: false, confirmedAtMs: null });
  }
  markReplaced(book, transaction);
}

function applyPending(book: Book, snapshot: ChainSnapshot, transaction: ChainTransaction): void {
  if (transaction.failed) return;
  for (const draft of paymentsToUs(book, snapshot, transaction, null)) {
    const { status } = draft.after;
    if (status === 'dropped' || status === 'replaced') updateDraft(draft, { ...unmined, status: 'seen' });
  }
  markReplaced(book, transaction);
}

/** Others that use the same inputs, or the same nonce, and are not mined can no longer happen (hazards 14, 15, 29). */
function markReplaced(book: Book, transaction: ChainTransaction): void {
  for (const spend of transaction.spends) {
    for (const draft of book.bySpend.get(spend) ?? []) {
      if (draft.after.txid !== transaction.txid && draft.after.status === 'seen')
        updateDraft(draft, { status: 'replaced' });
    }
  }
}

/** The payments to us in a transaction, those entered that are not known yet. */
function paymentsToUs(
  book: Book,
  snapshot: ChainSnapshot,
  transaction: ChainTransaction,
  block: BlockRef | null,
): Draft[] {
  const found: Draft[] = [];
  for (const movement of transaction.movements) {
    const watched = snapshot.watched.get(targetKey(movement));
    if (watched === undefined) continue;
    const key = keyOf(book, snapshot.network, transaction, movement);
    const draft = book.byKey.get(key) ?? createDraft(book, snapshot, { key, transaction, movement, watched });
    // The earlier of detection and block time, so that a lagging follower makes no payment late (hazard 11).
    const earlierMs = Math.min(draft.after.firstSeenMs, block?.timeMs ?? snapshot.nowMs);
    const firstSeenMs = Math.max(earlierMs, watched.createdAtMs ?? earlierMs);
    // The actual result replaces what the transaction announced in the mempool (a token may keep a fee, hazard 26).
    updateDraft(draft, { amountMinor: movement.amountMinor, firstSeenMs });
    found.push(draft);
  }
  return found;
}

/**
 * A contract that runs in another order may pay another coin or target with the same output. That is a different
 * payment with both in its key, and the known one has failed; otherwise worthless tokens would replace real coins.
 */
function keyOf(book: Book, network: Network, { txid }: ChainTransaction, movement: Movement): string {
  const key = paymentKey(network, txid, movement.output);
  const known = book.byKey.get(key)?.after;
  return known === undefined || isSamePayee(known, movement)
    ? key
    : `${key}:${movement.assetRef}:${targetKey(movement)}`;
}

type Payee = Target & { readonly assetRef: string };

function isSamePayee(one: Payee, other: Payee): boolean {
  return targetKey(one) === targetKey(other) && one.assetRef === other.assetRef;
}

interface Found {
  readonly key: string;
  readonly transaction: ChainTransaction;
  readonly movement: Movement;
  readonly watched: Watched;
}

function createDraft(book: Book, snapshot: ChainSnapshot, { key, transaction, movement, watched }: Found): Draft {
  const { txid, spends, seenAtMs, fee = null } = transaction;
  const { output, assetRef, gateId, amountMinor, addressKey, destinationTag, coinbase, maturity } = movement;
  const { sender = null } = movement;
  const threshold = (gateId === null ? gatesOn(snapshot.network)[0] : gates[gateId])?.confirmations ?? 1;
  const { invoiceId, staticAddressId } = watched;
  const draft: Draft = {
    before: null,
    after: {
      id: newId(snapshot.nowMs),
      key,
      txid,
      output,
      assetRef,
      gateId,
      amountMinor,
      addressKey,
      destinationTag,
      spends,
      sender,
      fee,
      coinbase,
      invoiceId,
      staticAddressId,
      depositId: null,
      ...unmined,
      status: 'seen',
      firstSeenMs: Math.min(
        snapshot.nowMs,
        seenAtMs ?? snapshot.nowMs,
        replacedFirstSeenMs(book, transaction, movement),
      ),
      requiredConfirmations: Math.max(threshold, maturity),
    },
  };
  addDraft(book, draft);
  return draft;
}

/**
 * The detection time of a replaced transaction that paid the same target at least as much. A fee bump pays no more and
 * inherits its time (hazard 14); a higher amount is new, so that a little money cannot hold the rate for more.
 */
function replacedFirstSeenMs(book: Book, { movements, spends }: ChainTransaction, paid: Movement): number {
  const isSame = (other: Payee) => isSamePayee(other, paid);
  const paidMinor = sumOf(movements.filter(isSame));
  const excluded = new Set(spends.flatMap((spend) => book.bySpend.get(spend) ?? []));
  const promises = Map.groupBy([...excluded].map(({ after }) => after).filter(isSame), ({ txid }) => txid);
  const asMuch = [...promises.values()].filter((payments) => sumOf(payments) >= paidMinor);
  return Math.min(...asMuch.map((payments) => Math.max(...payments.map(({ firstSeenMs }) => firstSeenMs))));
}

function sumOf(amounts: readonly { readonly amountMinor: bigint }[]): bigint {
  return amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
}

/**
 * Confirmed at its threshold; final where the chain says so, or at once where it has no such notion. On TRON a block
 * that is not solid yet confirms nothing, however many came after it: they may all come from the few producers of a
 * branch that is left again (hazard 35).
 */
function updateConfirmation(draft: Draft, { network, tipHeight, finalizedHeight, blocks, nowMs }: ChainSnapshot): void {
  const { status, blockHeight, requiredConfirmations, confirmedAtMs } = draft.after;
  if (blockHeight === null) return;
  const final = finalizedHeight === null || blockHeight <= finalizedHeight;
  const deep = tipHeight - blockHeight + 1 >= requiredConfirmations;
  if (status === 'mined' && deep && (final || network !== 'TRON')) {
    // The earlier of detection and the confirming block, so that a lagging follower costs nobody the locked rate.
    const confirming = blocks.find(({ height }) => height === blockHeight + requiredConfirmations - 1);
    const moment = Math.min(nowMs, confirming?.timeMs ?? nowMs);
    updateDraft(draft, { status: 'confirmed', confirmedAtMs: confirmedAtMs ?? moment });
  }
  if (draft.after.status === 'confirmed' && final && !draft.after.finalized) updateDraft(draft, { finalized: true });
}

const watchedFields = [
  'amountMinor',
  'status',
  'firstSeenMs',
  'blockHeight',
  'blockHash',
  'finalized',
  'confirmedAtMs',
] as const;

function changeOf({ before, after }: Draft, { watched }: ChainSnapshot): Change[] {
  if (before === null) return [{ before, after, matters: true }];
  if (watchedFields.every((field) => before[field] === after[field])) return [];
  const matters =
    progressOf(before) !== progressOf(after) ||
    before.amountMinor !== after.amountMinor ||
    isLate(before, watched) !== isLate(after, watched) ||
    before.finalized !== after.finalized;
  return [{ before, after, matters }];
}

function isLate(payment: Payment, watched: WatchedTargets): boolean {
  return payment.firstSeenMs > (watched.get(targetKey(payment))?.expiresAtMs ?? Number.POSITIVE_INFINITY);
}

/** An invoice does not ask whether a payment is in a block yet; a deposit shows it. */
function progressOf({ status, depositId }: Payment): 'nothing' | 'paid' | 'in_block' | 'confirmed' {
  if (status === 'confirmed') return 'confirmed';
  if (status === 'mined' && depositId !== null) return 'in_block';
  return status === 'seen' || status === 'mined' ? 'paid' : 'nothing';
}
