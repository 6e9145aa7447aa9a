import { minOf } from '../../domain/money.ts';
import type { DepositEffect } from '../../domain/state/deposit.ts';
import { insertConversions } from '../conversions/insert.ts';
import type { ConversionOwner } from '../conversions/quotes.ts';
import { type PlannedConversion, planSettled, type SettledConversion } from '../conversions/settled.ts';
import { conversionAfter, takeBack } from '../conversions/summary.ts';
import { type AccountKind, type AccountRef, depositKind, GATEWAY, spendable } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
import { execute, json, prepared } from '../sql.ts';
import type { DepositRow } from './rows.ts';

/** The part of a posting that belongs to one decision. */
export interface DepositPosting {
  readonly row: DepositRow;
  readonly effects: readonly DepositEffect[];
  /** Unique for the step: keys derive from it. */
  readonly stepKey: string;
  readonly nowMs: number;
}

/** What a posting changes of the deposit's row. */
export type Booked = Partial<Pick<DepositRow, 'conversion' | 'statusReason'>>;

/**
 * Posts the ledger effects of decisions. What depends on no balance is one posting, whatever the number of deposits,
 * conversions included; what a reorganization takes back is posted one by one, and what the merchant has spent becomes
 * a debt. @returns by deposit, what changes of its row
 */
export async function postDepositEffects(tx: Tx, postings: readonly DepositPosting[]): Promise<Map<string, Booked>> {
  const booked = new Map<string, Booked>();
  const atOnce: TransferRequest[] = [];
  const planned = await planConversions(tx, postings);
  for (const posting of postings) {
    const { row, effects, stepKey } = posting;
    const inOrder = effects.some(({ type }) => type === 'unsettle');
    const plan = planned.get(row.id);
    let { conversion } = row;
    for (const effect of effects) {
      if (effect.type === 'unconvert') {
        const subject = { invoiceId: null, depositId: row.id };
        const taken = { owner: ownerOf(row), subject, gateId: row.gateId, minor: effect.minor, stepKey };
        conversion = await takeBack(tx, conversion, taken);
        continue;
      }
      const moved = await transferOf(tx, row, { effect, stepKey });
      const transfers = effect.type === 'convert' ? (plan?.transfers ?? []) : moved === null ? [] : [moved];
      if (inOrder) await postTransfers(tx, transfers);
      else atOnce.push(...transfers);
    }
    const refused = plan?.possible === false ? { statusReason: 'conversion_not_possible' as const } : {};
    booked.set(row.id, { conversion: conversionAfter(conversion, plan?.rows ?? []), ...refused });
  }
  await postTransfers(tx, atOnce);
  const rows = [...planned.values()].flatMap((plan) => plan.rows);
  await insertConversions(tx, rows);
  await saveCredits(
    tx,
    postings.flatMap(({ effects }) => effects),
  );
  for (const { row, effects } of postings) await setFreezes(tx, row, effects);
  return booked;
}

/** What the settlements of a batch convert, by deposit: all of it at the rate of the moment. */
async function planConversions(
  tx: Tx,
  postings: readonly DepositPosting[],
): Promise<ReadonlyMap<string, PlannedConversion>> {
  const wanted = postings.flatMap(({ row, effects, stepKey, nowMs }) =>
    effects.flatMap((effect): (SettledConversion & { readonly id: string })[] => {
      if (effect.type !== 'convert') return [];
      const subject = { invoiceId: null, depositId: row.id };
      const amounts = { lockedMinor: 0n, presentMinor: effect.minor, lockedRate: null, endedFreeze: null };
      return [
        { id: row.id, owner: ownerOf(row), subject, from: row.gateId, to: effect.to, ...amounts, stepKey, nowMs },
      ];
    }),
  );
  const planned = wanted.length === 0 ? [] : await planSettled(tx, wanted);
  return new Map(wanted.flatMap(({ id }, index) => (planned[index] === undefined ? [] : [[id, planned[index]]])));
}

async function transferOf(
  tx: Tx,
  row: DepositRow,
  { effect, stepKey }: { readonly effect: DepositEffect; readonly stepKey: string },
): Promise<TransferRequest | null> {
  const entity = `deposit:${row.id}`;
  switch (effect.type) {
    case 'credit':
    case 'reverse': {
      const custody = account(row, `custody:${effect.network}`);
      const own = account(row, depositKind(row.id));
      const [debit, credit] = effect.type === 'credit' ? [custody, own] : [own, custody];
      // Unique across both modes, like the keys of invoices' payments.
      const key = `${row.mode}:${effect.paymentKey}:${effect.type}:${effect.n}`;
      const kind = effect.type === 'credit' ? 'payment_credit' : 'payment_reverse';
      return { key, kind, entity, postings: [{ debit, credit, minor: effect.minor }] };
    }
    case 'settle':
      return { key: `${stepKey}:settle`, kind: 'settle', entity, postings: settlement(row, effect) };
    case 'unsettle':
      return { key: `${stepKey}:unsettle`, kind: 'unsettle', entity, postings: await takenBack(tx, row, effect) };
    default:
      return null;
  }
}

type Moved = Extract<DepositEffect, { type: 'credit' | 'reverse' }>;
type Settled = Extract<DepositEffect, { type: 'settle' | 'unsettle' }>;

function settlement(row: DepositRow, { netMinor, serviceFeeMinor }: Settled): Posting[] {
  const own = account(row, depositKind(row.id));
  return some([
    { debit: own, credit: account(row, 'available'), minor: netMinor },
    { debit: own, credit: account(row, 'fees:service'), minor: serviceFeeMinor },
  ]);
}

/** What the merchant has spent from `available` becomes a debt. */
async function takenBack(tx: Tx, row: DepositRow, { netMinor, serviceFeeMinor }: Settled): Promise<Posting[]> {
  const own = account(row, depositKind(row.id));
  const available = account(row, 'available');
  const [balance] = await lockBalances(tx, [available]);
  const thereMinor = spendable(balance);
  const takenMinor = minOf(netMinor, thereMinor > 0n ? thereMinor : 0n);
  return some([
    { debit: available, credit: own, minor: takenMinor },
    { debit: account(row, 'receivable'), credit: own, minor: netMinor - takenMinor },
    { debit: account(row, 'fees:service'), credit: own, minor: serviceFeeMinor },
  ]);
}

/** Nothing else of the row: it becomes part of other rows. */
function ownerOf({ merchantId, profileId, mode }: DepositRow): ConversionOwner {
  return { merchantId, profileId, mode };
}

function some(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ minor }) => minor > 0n);
}

function account({ merchantId, mode, gateId: asset }: DepositRow, kind: AccountKind): AccountRef {
  const isGateways = kind.startsWith('custody:') || kind.startsWith('fees:');
  return { owner: isGateways ? GATEWAY : merchantId, mode, asset, kind };
}

/** Stores which payments are credited, and with how much. One that is reversed and credited in one step is credited. */
async function saveCredits(tx: Tx, effects: readonly DepositEffect[]): Promise<void> {
  const moved = effects.filter((effect): effect is Moved => effect.type === 'credit' || effect.type === 'reverse');
  if (moved.length === 0) return;
  const last = new Map(moved.toSorted((one, other) => one.n - other.n).map((effect) => [effect.paymentId, effect]));
  const credits = [...last.values()].map(({ type, paymentId: id, n, minor }) => ({
    ...{ id, credited: type === 'credit', credit_count: n, credited_to: type === 'credit' ? 'unsettled' : null },
    credited_minor: type === 'credit' ? minor.toString() : '0',
  }));
  await execute(tx, creditsSql, [json(credits)]);
}

const creditsSql = prepared(`
  UPDATE payment p SET credited = c.credited, credit_count = c.credit_count, credited_to = c.credited_to,
    credited_minor = c.credited_minor, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb)
    AS c(id uuid, credited boolean, credit_count integer, credited_to text, credited_minor numeric)
  WHERE p.id = c.id`);

/** The merchant's balance, and what the deposit was converted into; `unsettled` is shown as frozen with it. */
async function setFreezes(tx: Tx, row: DepositRow, effects: readonly DepositEffect[]): Promise<void> {
  const cause = `deposit:${row.id}` as const;
  for (const { type } of effects) {
    if (type === 'unfreeze') await unfreeze(tx, cause);
    if (type !== 'freeze') continue;
    const assets = row.conversion === null ? [row.gateId] : [row.gateId, row.conversion.to];
    const kinds = ['available', 'unsettled'] as const;
    const frozen = assets.flatMap((asset) => kinds.map((kind) => ({ ...account(row, kind), asset })));
    await freeze(tx, cause, frozen);
  }
}
