import type { CryptoGateId, GateId } from '../../domain/assets/assets.ts';
import { maxOf } from '../../domain/money/money.ts';
import type { InvoiceEffect } from '../../domain/state/invoice.ts';
import type { LedgerEffect } from '../../domain/state/invoice-ledger.ts';
import { creditTransfer, suspenseCredited, suspenseReversing } from '../chain/credits.ts';
import {
  type ConversionStep,
  type Conversions,
  changeConversions,
  columnsOf,
  isConversionChange,
  withSettled,
} from '../conversions/outcome.ts';
import { madeConversions } from '../conversions/publish.ts';
import { startWaiting } from '../conversions/waiting.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountKind, type AccountRef, GATEWAY, invoiceKind } from '../ledger/accounts.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { postingsOfTaken, takeBackFrom } from '../ledger/written-off.ts';
import type { Made } from '../process/define.ts';
import { react } from '../process/reactions.ts';
import type { Booked, InvoiceBooks, InvoicePosting } from './books.ts';
import { planConversions } from './conversion.ts';

/**
 * Posts the ledger effects of decisions. Effects that depend on no balance form one posting, whatever the number of
 * invoices, conversions of settlements included; when a reorganization takes money back, each effect is posted before
 * the next one reads the merchant's balance, and any shortfall is booked on the merchant's receivable. The invoice's
 * account never goes below zero: such a posting is refused.
 * @returns by invoice, what changes of its row, and the conversions
 * @throws DomainError `insufficient_balance` if the rules require more than the invoice's account contains
 */
export async function postInvoiceEffects(
  tx: Tx,
  postings: readonly InvoicePosting[],
): Promise<{ readonly columns: ReadonlyMap<string, Booked>; readonly made: readonly Made[] }> {
  // Before any account is locked, because those who react lock rows of their own.
  await react(tx, suspenseReversing, inSuspense(postings, 'reverse'));
  const booked = new Map<string, Booked>();
  const atOnce: TransferRequest[] = [];
  const made: Made[] = [];
  const conversions = await planConversions(tx, postings);
  for (const posting of postings) {
    const { books, effects, stepKey } = posting;
    const inOrder = effects.some(({ type }) => IN_ORDER.has(type));
    let { owedMinor } = books;
    let converted: Conversions = { ...books, rows: [] };
    const planned = conversions.get(books.invoiceId);
    for (const effect of effects) {
      if (isConversionChange(effect)) {
        converted = await changeConversions(tx, converted, { ...conversionStepOf(posting), effect });
        continue;
      }
      const moved = await transferOf(tx, { ...books, owedMinor }, { effect, stepKey });
      const transfers = effect.type === 'convert' ? (planned?.transfers ?? []) : moved === null ? [] : [moved.transfer];
      owedMinor = moved?.owedMinor ?? owedMinor;
      if (inOrder) await postTransfers(tx, transfers);
      else atOnce.push(...transfers);
    }
    converted = withSettled(converted, planned);
    made.push(...madeConversions(converted.rows));
    booked.set(books.invoiceId, { amountOwedMinor: owedMinor, ...columnsOf(converted, books.reason) });
  }
  await postTransfers(tx, atOnce);
  await startWaiting(
    tx,
    [...conversions.values()].flatMap(({ waits }) => waits ?? []),
  );
  for (const { books, effects } of postings) await setFreezes(tx, books, effects);
  await react(tx, suspenseCredited, inSuspense(postings, 'credit'));
  return { columns: booked, made };
}

function conversionStepOf({ books, stepKey, nowMs }: InvoicePosting): ConversionStep {
  const { invoiceId, merchantId, profileId, mode, quote } = books;
  if (quote === null) throw new Error('Only what was paid to a quote is converted.');
  const subject = { invoiceId, depositId: null };
  return { owner: { merchantId, profileId, mode }, subject, gateId: quote.gateId, stepKey, nowMs };
}

/** The payments that these decisions credit to suspense, or reverse from it. */
function inSuspense(postings: readonly InvoicePosting[], type: 'credit' | 'reverse'): { readonly id: string }[] {
  return postings.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      effect.type === type && effect.account === 'suspense' ? [{ id: effect.paymentId }] : [],
    ),
  );
}

const IN_ORDER: ReadonlySet<InvoiceEffect['type']> = new Set(['reverse', 'unsettle', 'cover', 'uncover']);

/** The transfer of an effect, and what the merchant owes after it; null for effects without money. */
async function transferOf(
  tx: Tx,
  books: InvoiceBooks,
  { effect, stepKey }: { readonly effect: InvoiceEffect; readonly stepKey: string },
): Promise<{ readonly transfer: TransferRequest; readonly owedMinor: bigint } | null> {
  const { owedMinor } = books;
  switch (effect.type) {
    case 'credit':
    case 'reverse': {
      const money = account(books, effect.assetRef, effect.account);
      return { transfer: { ...creditTransfer(effect, money), invoiceId: books.invoiceId }, owedMinor };
    }
    case 'settle': {
      const settled = settlement(books, effect);
      return { ...settled, transfer: { ...settled.transfer, key: `${stepKey}:settle`, gives: causeOf(books) } };
    }
    case 'unsettle': {
      const { transfer, shortMinor } = await backFromAvailable(tx, books, effect);
      return { transfer: { ...transfer, key: `${stepKey}:unsettle` }, owedMinor: owedMinor + shortMinor };
    }
    case 'cover':
    case 'uncover': {
      const { postings, owedAfterMinor } =
        effect.type === 'cover' ? await covering(tx, books, effect) : uncovering(books, effect);
      const { type, gateId } = effect;
      const transfer = { key: `${stepKey}:${type}:${gateId}`, kind: type, invoiceId: books.invoiceId, postings };
      return {
        transfer: effect.type === 'cover' ? transfer : { ...transfer, gives: causeOf(books) },
        owedMinor: owedAfterMinor,
      };
    }
    default:
      return null;
  }
}

type Settled = Extract<LedgerEffect, { type: 'settle' | 'unsettle' }>;
type Covered = Extract<LedgerEffect, { type: 'cover' | 'uncover' }>;

/** `unsettled` means the invoice's own account. */
function account(books: InvoiceBooks, asset: string, kind: AccountKind): AccountRef {
  if (kind === 'unsettled') return { ...account(books, asset, 'available'), kind: invoiceKind(books.invoiceId) };
  const gateways =
    kind === 'suspense' || kind === 'reorg_loss' || kind.startsWith('custody:') || kind.startsWith('fees:');
  return { owner: gateways ? GATEWAY : books.merchantId, mode: books.mode, asset, kind };
}

/** Refunded money that is reversed is taken from the merchant: from `available`, then as a debt. */
async function covering(tx: Tx, books: InvoiceBooks, { gateId, minor }: Covered) {
  const available = account(books, gateId, 'available');
  const taken = await takeBackFrom(tx, available, { minor, cause: causeOf(books) });
  const postings = postingsOfTaken(available, account(books, gateId, 'unsettled'), taken);
  return { postings, owedAfterMinor: books.owedMinor + taken.shortMinor };
}

/** Returns to the merchant what they covered; the ledger uses it to pay what they currently owe. */
function uncovering(books: InvoiceBooks, { gateId, minor }: Covered) {
  const postings = [{ debit: account(books, gateId, 'unsettled'), credit: account(books, gateId, 'available'), minor }];
  return { postings, owedAfterMinor: maxOf(0n, books.owedMinor - minor) };
}

function postingsTo(credit: AccountRef, parts: readonly (readonly [AccountRef, bigint])[]): Posting[] {
  return parts.flatMap(([debit, minor]) => (minor > 0n ? [{ debit, credit, minor }] : []));
}

/** The invoice's account → fees and merchant; the ledger uses it to pay what the merchant currently owes. */
function settlement(books: InvoiceBooks, effect: Settled) {
  const { invoiceId, owedMinor } = books;
  const asset = effect.gateId;
  const parts: readonly (readonly [AccountKind, bigint])[] = [
    ['available', effect.netMinor],
    ['fees:service', effect.serviceFeeMinor],
    ['fees:network', effect.networkFeeMinor],
  ];
  const money = account(books, asset, 'unsettled');
  const postings = parts.flatMap(([kind, minor]) => postingsTo(account(books, asset, kind), [[money, minor]]));
  return { transfer: { kind: 'settle', invoiceId, postings }, owedMinor: maxOf(0n, owedMinor - effect.netMinor) };
}

/** Reverses a settlement: what the merchant has already spent from `available` becomes a debt. */
async function backFromAvailable(tx: Tx, books: InvoiceBooks, effect: Settled) {
  const { gateId, netMinor: minor } = effect;
  const available = account(books, gateId, 'available');
  const money = account(books, gateId, 'unsettled');
  const taken = await takeBackFrom(tx, available, { minor, cause: causeOf(books) });
  const postings = [
    ...postingsOfTaken(available, money, taken),
    ...postingsTo(money, [
      [account(books, gateId, 'fees:service'), effect.serviceFeeMinor],
      [account(books, gateId, 'fees:network'), effect.networkFeeMinor],
    ]),
  ];
  return { transfer: { kind: 'unsettle', invoiceId: books.invoiceId, postings }, shortMinor: taken.shortMinor };
}

/** The source of this money for the merchant, which also takes it back. */
function causeOf({ invoiceId }: InvoiceBooks): string {
  return `invoice:${invoiceId}`;
}

/** An invoice ends only its own freeze; other causes stay. */
async function setFreezes(tx: Tx, books: InvoiceBooks, effects: readonly InvoiceEffect[]): Promise<void> {
  const cause = `invoice:${books.invoiceId}` as const;
  for (const effect of effects) {
    if (effect.type === 'freeze') await freeze(tx, cause, outgoing(books, effect.gateId));
    if (effect.type === 'unfreeze') await unfreeze(tx, cause);
  }
}

/**
 * The merchant's balance, and what its conversions went into; the accounts of invoices follow it (see `holdTransfers`).
 * `unsettled` is shown as frozen with it.
 */
function outgoing(books: InvoiceBooks, gateId: CryptoGateId): AccountRef[] {
  const gateIds: GateId[] = books.conversion === null ? [gateId] : [gateId, books.conversion.to];
  return gateIds.flatMap((id) => {
    const available = account(books, id, 'available');
    return [available, { ...available, kind: 'unsettled' as const }];
  });
}
