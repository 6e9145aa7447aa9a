import type { CryptoGateId, Mode } from '../../domain/assets.ts';
import { minOf } from '../../domain/money.ts';
import type { InvoiceEffect } from '../../domain/state/invoice.ts';
import type { LedgerEffect } from '../../domain/state/invoice-ledger.ts';
import { type AccountKind, type AccountRef, GATEWAY, spendable } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import { type Posting, postTransfers, type TransferRequest } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
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
 * invoices; what a reorganisation takes back is posted invoice by invoice, and what cannot be taken back is booked on the
 * merchant's receivable.
 * @returns by invoice, what its merchant owes for it afterwards
 */
export async function postInvoiceEffects(tx: Tx, postings: readonly InvoicePosting[]): Promise<Map<string, bigint>> {
  const owed = new Map<string, bigint>();
  const transfers: TransferRequest[] = [];
  for (const posting of postings) {
    const { invoiceId } = posting.books;
    const plan = await transfersOf(tx, posting);
    owed.set(invoiceId, plan.owedMinor);
    if (plan.dependsOnBalances) await postTransfers(tx, plan.transfers);
    else transfers.push(...plan.transfers);
  }
  await postTransfers(tx, transfers);
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

async function transfersOf(tx: Tx, { books, effects, stepKey }: InvoicePosting) {
  let owedMinor = books.owedMinor;
  let dependsOnBalances = false;
  const transfers: TransferRequest[] = [];
  for (const effect of effects) {
    switch (effect.type) {
      case 'credit':
        transfers.push(movement(books, effect, creditPosting(books, effect)));
        break;
      case 'reverse':
        dependsOnBalances = true;
        transfers.push(movement(books, effect, await reversal(tx, books, effect)));
        break;
      case 'settle': {
        const settled = settlement(books, effect, owedMinor);
        transfers.push({ ...settled.transfer, key: `${stepKey}:settle` });
        owedMinor = settled.owedMinor;
        break;
      }
      case 'unsettle': {
        dependsOnBalances = true;
        const taken = await backFromAvailable(tx, books, effect);
        transfers.push({ ...taken.transfer, key: `${stepKey}:unsettle` });
        owedMinor += taken.shortMinor;
        break;
      }
      default:
        break;
    }
  }
  return { transfers, owedMinor, dependsOnBalances };
}

type Moved = Extract<LedgerEffect, { type: 'credit' | 'reverse' }>;
type Settled = Extract<LedgerEffect, { type: 'settle' | 'unsettle' }>;

function account(books: InvoiceBooks, asset: string, kind: AccountKind): AccountRef {
  const gateways =
    kind === 'suspense' || kind === 'reorg_loss' || kind.startsWith('custody:') || kind.startsWith('fees:');
  return { owner: gateways ? GATEWAY : books.merchantId, mode: books.mode, asset, kind };
}

function movement(books: InvoiceBooks, effect: Moved, postings: readonly Posting[]): TransferRequest {
  return {
    // Keys are unique over both modes: the sandbox's chains and the real ones may share transaction ids in tests.
    key: `${books.mode}:${effect.paymentKey}:${effect.type}:${effect.n}`,
    kind: effect.type === 'credit' ? 'payment_credit' : 'payment_reverse',
    invoiceId: books.invoiceId,
    postings,
  };
}

function creditPosting(books: InvoiceBooks, effect: Moved): Posting[] {
  return [
    {
      debit: account(books, effect.assetRef, `custody:${effect.network}`),
      credit: account(books, effect.assetRef, effect.account),
      minor: effect.minor,
    },
  ];
}

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

/** `unsettled` → fees and merchant; what the merchant owes for this invoice is paid off first. */
function settlement(books: InvoiceBooks, effect: Settled, owedMinor: bigint) {
  const payOffMinor = minOf(owedMinor, effect.netMinor);
  const debit = account(books, effect.gateId, 'unsettled');
  const parts: readonly (readonly [AccountKind, bigint])[] = [
    ['receivable', payOffMinor],
    ['available', effect.netMinor - payOffMinor],
    ['fees:service', effect.serviceFeeMinor],
    ['fees:network', effect.networkFeeMinor],
  ];
  const postings = parts.flatMap(([kind, minor]) =>
    minor > 0n ? [{ debit, credit: account(books, effect.gateId, kind), minor }] : [],
  );
  const transfer = { kind: 'settle', invoiceId: books.invoiceId, postings };
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
