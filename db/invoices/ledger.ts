import type { CryptoGateId, Mode } from '../../domain/assets.ts';
import { minOf } from '../../domain/money.ts';
import type { InvoiceEffect } from '../../domain/state/invoice.ts';
import type { LedgerEffect } from '../../domain/state/invoice-ledger.ts';
import { type AccountKind, type AccountRef, GATEWAY, spendable } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import { type Posting, postTransfers, type TransferRequest } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import { unsettledOf } from './unsettled.ts';

/** Whose money it is, and what a reorganisation left the merchant owing (minor units of the gate). */
export interface InvoiceBooks {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly owedMinor: bigint;
  readonly hasRefunds: boolean;
}

/** One decision's share of a posting. */
export interface InvoicePosting {
  readonly books: InvoiceBooks;
  readonly effects: readonly InvoiceEffect[];
  readonly stepKey: string;
}

/**
 * Carries out what the rules ask of the ledger. Everything that depends on no balance is one posting, whatever the number of
 * invoices; beside a refund, or where a reorganisation takes something back, each effect is posted before the next one asks what is there, and
 * what cannot be taken back is booked on the merchant's receivable.
 * @returns by invoice, what its merchant owes for it afterwards
 */
export async function postInvoiceEffects(tx: Tx, postings: readonly InvoicePosting[]): Promise<Map<string, bigint>> {
  const owed = new Map<string, bigint>();
  const atOnce: TransferRequest[] = [];
  for (const { books, effects, stepKey } of postings) {
    const inOrder = books.hasRefunds || effects.some(({ type }) => type === 'reverse' || type === 'unsettle');
    let { owedMinor } = books;
    for (const effect of effects) {
      const planned = await transferOf(tx, { ...books, owedMinor }, { effect, stepKey });
      if (planned === null) continue;
      owedMinor = planned.owedMinor;
      if (inOrder) await postTransfers(tx, [planned.transfer]);
      else atOnce.push(planned.transfer);
    }
    owed.set(books.invoiceId, owedMinor);
  }
  await postTransfers(tx, atOnce);
  for (const { books, effects } of postings) await setFreezes(tx, books, effects);
  return owed;
}

/** Which payments are credited from now on, as rows for the statement that saves the step. */
export function creditsOf(effects: readonly InvoiceEffect[]) {
  return effects
    .filter((effect): effect is Moved => effect.type === 'credit' || effect.type === 'reverse')
    .map((effect) => ({
      id: effect.paymentId,
      credited: effect.type === 'credit',
      credit_count: effect.n,
      credited_to: effect.type === 'credit' ? effect.account : null,
    }));
}

/** The transfer of one effect, and what the merchant owes after it; null for what does not move money. */
async function transferOf(
  tx: Tx,
  books: InvoiceBooks,
  { effect, stepKey }: { readonly effect: InvoiceEffect; readonly stepKey: string },
): Promise<{ readonly transfer: TransferRequest; readonly owedMinor: bigint } | null> {
  const { owedMinor } = books;
  switch (effect.type) {
    case 'credit':
      return { transfer: movement(books, effect, await credit(tx, books, effect)), owedMinor };
    case 'reverse':
      return { transfer: movement(books, effect, await reversal(tx, books, effect)), owedMinor };
    case 'settle': {
      const settled = await settlement(tx, books, effect);
      return { ...settled, transfer: { ...settled.transfer, key: `${stepKey}:settle` } };
    }
    case 'unsettle': {
      const { transfer, shortMinor } = await backFromAvailable(tx, books, effect);
      return { transfer: { ...transfer, key: `${stepKey}:unsettle` }, owedMinor: owedMinor + shortMinor };
    }
    default:
      return null;
  }
}

type Moved = Extract<LedgerEffect, { type: 'credit' | 'reverse' }>;
type Settled = Extract<LedgerEffect, { type: 'settle' | 'unsettle' }>;

function account(books: InvoiceBooks, asset: string, kind: AccountKind): AccountRef {
  const gateways =
    kind === 'suspense' || kind === 'reorg_loss' || kind.startsWith('custody:') || kind.startsWith('fees:');
  return { owner: gateways ? GATEWAY : books.merchantId, mode: books.mode, asset, kind };
}

/** Unique over both modes: the sandbox's chains and the real ones may share transaction ids in tests. */
function movementKey(books: InvoiceBooks, { paymentKey, type, n }: Pick<Moved, 'paymentKey' | 'type' | 'n'>): string {
  return `${books.mode}:${paymentKey}:${type}:${n}`;
}

function movement(books: InvoiceBooks, effect: Moved, postings: readonly Posting[]): TransferRequest {
  return {
    key: movementKey(books, effect),
    kind: effect.type === 'credit' ? 'payment_credit' : 'payment_reverse',
    invoiceId: books.invoiceId,
    postings,
  };
}

/** To where the money belongs; mined again, it undoes its reversal, which may have taken it from elsewhere. */
async function credit(tx: Tx, books: InvoiceBooks, effect: Moved): Promise<readonly Posting[]> {
  const debit = account(books, effect.assetRef, `custody:${effect.network}`);
  const undone = effect.n > 1 && books.hasRefunds ? await takenBy(tx, books, effect) : [];
  if (undone.length === 0)
    return [{ debit, credit: account(books, effect.assetRef, effect.account), minor: effect.minor }];
  return undone.map(({ kind, minor }) => ({
    debit,
    credit: account(books, effect.assetRef, kind),
    minor: BigInt(minor),
  }));
}

/** What the last reversal of this payment took, by account. */
function takenBy(tx: Tx, books: InvoiceBooks, effect: Moved): Promise<{ kind: AccountKind; minor: string }[]> {
  const key = movementKey(books, { ...effect, type: 'reverse', n: effect.n - 1 });
  return select(tx, takenSql, [key, books.merchantId]);
}

const takenSql = prepared(`
  SELECT a.kind, e.amount::text AS minor FROM transfer t JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id
  WHERE t.key = $1 AND a.owner = $2 AND e.amount > 0 ORDER BY a.kind`);

/** Out of where the credit went. Refunded money is no longer there, nor what an open refund holds: that part is taken from `available`, then owed. */
async function reversal(tx: Tx, books: InvoiceBooks, effect: Moved): Promise<Posting[]> {
  const custody = account(books, effect.assetRef, `custody:${effect.network}`);
  const from = account(books, effect.assetRef, effect.account);
  if (!books.hasRefunds || effect.account === 'suspense') {
    return [{ debit: from, credit: custody, minor: effect.minor }];
  }
  const { invoiceId, merchantId, mode } = books;
  const heldMinor = await unsettledOf(tx, { invoiceId, merchantId, mode, asset: effect.assetRef });
  const available = account(books, effect.assetRef, 'available');
  const [rich] = await lockBalances(tx, [available]);
  const fromHeld = minOf(effect.minor, heldMinor);
  const fromAvailable = minOf(effect.minor - fromHeld, rich === undefined ? 0n : spendable(rich));
  return someOf(custody, [
    [from, fromHeld],
    [available, fromAvailable],
    [account(books, effect.assetRef, 'receivable'), effect.minor - fromHeld - fromAvailable],
  ]);
}

function someOf(credit: AccountRef, parts: readonly (readonly [AccountRef, bigint])[]): Posting[] {
  return parts.flatMap(([debit, minor]) => (minor > 0n ? [{ debit, credit, minor }] : []));
}

/**
 * `unsettled` → fees and merchant; what the merchant owes for this invoice is paid off first. What a reorganisation beside a refund brought back to `available` is where it
 * belongs already, and pays what it owes from there.
 */
async function settlement(tx: Tx, books: InvoiceBooks, effect: Settled) {
  const { invoiceId, merchantId, mode, owedMinor } = books;
  const asset = effect.gateId;
  const payOffMinor = minOf(owedMinor, effect.netMinor);
  const parts: readonly (readonly [AccountKind, bigint])[] = [
    ['receivable', payOffMinor],
    ['available', effect.netMinor - payOffMinor],
    ['fees:service', effect.serviceFeeMinor],
    ['fees:network', effect.networkFeeMinor],
  ];
  const wholeMinor = parts.reduce((sum, [, minor]) => sum + minor, 0n);
  let lyingMinor = books.hasRefunds ? await unsettledOf(tx, { invoiceId, merchantId, mode, asset }) : wholeMinor;
  const postings: Posting[] = [];
  for (const [kind, minor] of parts) {
    const fromLying = minOf(minor, lyingMinor);
    lyingMinor -= fromLying;
    const sources: (readonly [AccountRef, bigint])[] = [[account(books, asset, 'unsettled'), fromLying]];
    if (kind !== 'available') sources.push([account(books, asset, 'available'), minor - fromLying]);
    postings.push(...someOf(account(books, asset, kind), sources));
  }
  const transfer = { kind: 'settle', invoiceId, postings };
  return { transfer, owedMinor: owedMinor - payOffMinor };
}

/** The way back: what the merchant has already taken out of `available` is owed. */
async function backFromAvailable(tx: Tx, books: InvoiceBooks, effect: Settled) {
  const available = account(books, effect.gateId, 'available');
  const [balance] = await lockBalances(tx, [available]);
  const takenMinor = minOf(effect.netMinor, balance === undefined ? 0n : spendable(balance));
  const shortMinor = effect.netMinor - takenMinor;
  const postings = someOf(account(books, effect.gateId, 'unsettled'), [
    [available, takenMinor],
    [account(books, effect.gateId, 'receivable'), shortMinor],
    [account(books, effect.gateId, 'fees:service'), effect.serviceFeeMinor],
    [account(books, effect.gateId, 'fees:network'), effect.networkFeeMinor],
  ]);
  return { transfer: { kind: 'unsettle', invoiceId: books.invoiceId, postings }, shortMinor };
}

/** An invoice lifts what it froze itself, whatever else stands. */
async function setFreezes(tx: Tx, books: InvoiceBooks, effects: readonly InvoiceEffect[]): Promise<void> {
  const cause = `invoice:${books.invoiceId}` as const;
  for (const effect of effects) {
    if (effect.type === 'freeze') await freeze(tx, cause, outgoing(books, effect.gateId));
    if (effect.type === 'unfreeze') await unfreeze(tx, cause);
  }
}

function outgoing(books: InvoiceBooks, gateId: CryptoGateId): AccountRef[] {
  return [account(books, gateId, 'available'), account(books, gateId, 'unsettled')];
}
