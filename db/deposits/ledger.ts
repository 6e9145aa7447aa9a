import type { DepositNetwork } from '../../domain/deposits/gates.ts';
import { type CreditMove, isCreditMove } from '../../domain/state/credit-change.ts';
import type { DepositEffect } from '../../domain/state/deposit.ts';
import type { DepositReason } from '../../domain/state/deposit-status.ts';
import { creditTransfer, saveCredits } from '../chain/credits.ts';
import {
  type Conversions,
  changeConversions,
  columnsOf,
  isConversionChange,
  withSettled,
} from '../conversions/outcome.ts';
import { madeConversions } from '../conversions/publish.ts';
import type { ConversionOwner } from '../conversions/quotes.ts';
import { type PlannedConversion, planSettled, type SettledConversion } from '../conversions/settled.ts';
import { startWaiting } from '../conversions/waiting.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared } from '../core/sql.ts';
import { type AccountKind, type AccountRef, depositKind, GATEWAY } from '../ledger/accounts.ts';
import { freeze, unfreeze } from '../ledger/freezes.ts';
import type { Posting, TransferRequest } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { postingsOfTaken, takeBackFrom } from '../ledger/written-off.ts';
import type { Made } from '../process/define.ts';
import type { DepositRow } from './rows.ts';

/** The part of a posting that belongs to one decision. */
export interface DepositPosting {
  readonly row: DepositRow;
  /** The status reason of the decision. */
  readonly reason: DepositReason | null;
  readonly effects: readonly DepositEffect[];
  /** Unique for the step: keys derive from it. */
  readonly stepKey: string;
  readonly nowMs: number;
}

/** A posting's changes of the deposit's row. */
export type Booked = Partial<Pick<DepositRow, 'conversion' | 'convertingMinor' | 'statusReason'>>;

/**
 * Posts the ledger effects of decisions. Settlements that depend on no balance are one posting, whatever the number of
 * deposits, conversions included; amounts that a reorganization takes back are posted one by one, and money that the
 * merchant has spent becomes a debt. @returns by deposit, what changes of its row, and the conversions
 */
export async function postDepositEffects(
  tx: Tx,
  postings: readonly DepositPosting[],
): Promise<{ readonly columns: ReadonlyMap<string, Booked>; readonly made: readonly Made[] }> {
  const booked = new Map<string, Booked>();
  const atOnce: TransferRequest[] = [];
  const made: Made[] = [];
  const planned = await planConversions(tx, postings);
  for (const posting of postings) {
    const { row, effects, stepKey, nowMs, reason } = posting;
    const inOrder = effects.some(({ type }) => type === 'unsettle');
    const plan = planned.get(row.id);
    let converted: Conversions = { conversion: row.conversion, convertingMinor: row.convertingMinor, rows: [] };
    for (const effect of effects) {
      if (isConversionChange(effect)) {
        const subject = { invoiceId: null, depositId: row.id };
        const step = { owner: ownerOf(row), subject, gateId: row.gateId, stepKey, nowMs };
        converted = await changeConversions(tx, converted, { ...step, effect });
        continue;
      }
      const moved = await transferOf(tx, row, { effect, stepKey });
      const transfers = effect.type === 'convert' ? (plan?.transfers ?? []) : moved === null ? [] : [moved];
      if (inOrder) await postTransfers(tx, transfers);
      else atOnce.push(...transfers);
    }
    converted = withSettled(converted, plan);
    made.push(...madeConversions(converted.rows));
    booked.set(row.id, columnsOf(converted, reason));
  }
  await postTransfers(tx, atOnce);
  await startWaiting(
    tx,
    [...planned.values()].flatMap(({ waits }) => waits ?? []),
  );
  await saveMoves(
    tx,
    postings.flatMap(({ effects }) => effects.filter(isCreditMove)),
  );
  for (const { row, effects } of postings) await setFreezes(tx, row, effects);
  return { columns: booked, made };
}

/** The conversions of a batch's settlements, by deposit: all of it at the rate of the moment. */
async function planConversions(
  tx: Tx,
  postings: readonly DepositPosting[],
): Promise<ReadonlyMap<string, PlannedConversion>> {
  const requested = postings.flatMap(({ row, effects, stepKey, nowMs }) =>
    effects.flatMap((effect): (SettledConversion & { readonly id: string })[] => {
      if (effect.type !== 'convert') return [];
      const subject = { invoiceId: null, depositId: row.id };
      const settledMinor = effects.reduce((sum, each) => (each.type === 'settle' ? sum + each.netMinor : sum), 0n);
      const keptMinor = settledMinor - effect.minor;
      const amounts = { lockedMinor: 0n, presentMinor: effect.minor, keptMinor, lockedRate: null, endedFreeze: null };
      return [
        { id: row.id, owner: ownerOf(row), subject, from: row.gateId, to: effect.to, ...amounts, stepKey, nowMs },
      ];
    }),
  );
  const planned = requested.length === 0 ? [] : await planSettled(tx, requested);
  return new Map(requested.flatMap(({ id }, index) => (planned[index] === undefined ? [] : [[id, planned[index]]])));
}

async function transferOf(
  tx: Tx,
  row: DepositRow,
  { effect, stepKey }: { readonly effect: DepositEffect; readonly stepKey: string },
): Promise<TransferRequest | null> {
  const entity = `deposit:${row.id}`;
  switch (effect.type) {
    case 'credit':
    case 'reverse':
      return { ...creditOf(row, effect), entity };
    case 'settle':
      return { key: `${stepKey}:settle`, kind: 'settle', entity, gives: entity, postings: settlement(row, effect) };
    case 'unsettle':
      return { key: `${stepKey}:unsettle`, kind: 'unsettle', entity, postings: await takenBack(tx, row, effect) };
    default:
      return null;
  }
}

/** Coins come from the network's custody; euro are in suspense since the bank's entry was booked. */
function creditOf(
  row: DepositRow,
  move: CreditMove<DepositNetwork>,
): Pick<TransferRequest, 'key' | 'kind' | 'postings'> {
  const own = account(row, depositKind(row.id));
  const { network, type, paymentId, minor } = move;
  if (network !== 'SEPA') return creditTransfer({ ...move, network }, own);
  const suspense: AccountRef = { owner: GATEWAY, mode: row.mode, asset: 'EUR', kind: 'suspense:bank' };
  const [debit, credit] = type === 'credit' ? [suspense, own] : [own, suspense];
  return {
    key: `bank-entry:${paymentId}:${type}:${move.n}`,
    kind: `payment_${type}`,
    postings: [{ debit, credit, minor }],
  };
}

/** Stores which payments, and which entries of the bank's account, are credited. */
async function saveMoves(tx: Tx, moves: readonly CreditMove<DepositNetwork>[]): Promise<void> {
  const onChains = moves.flatMap((move) => (move.network === 'SEPA' ? [] : [{ ...move, network: move.network }]));
  await saveCredits(
    tx,
    onChains.map((move) => ({ ...move, account: 'unsettled' })),
  );
  const entries = moves.filter(({ network }) => network === 'SEPA');
  if (entries.length === 0) return;
  const of = (type: CreditMove['type']) => entries.flatMap((move) => (move.type === type ? [move.paymentId] : []));
  await execute(tx, creditedSql, [of('credit'), of('reverse')]);
}

const creditedSql = prepared(`
  UPDATE bank_entry SET credited = id = ANY($1::uuid[]) WHERE id = ANY($1::uuid[] || $2::uuid[])`);

type Settled = Extract<DepositEffect, { type: 'settle' | 'unsettle' }>;

function settlement(row: DepositRow, { netMinor, serviceFeeMinor }: Settled): Posting[] {
  const own = account(row, depositKind(row.id));
  return some([
    { debit: own, credit: account(row, 'available'), minor: netMinor },
    { debit: own, credit: account(row, 'fees:service'), minor: serviceFeeMinor },
  ]);
}

/** Money that the merchant has spent from `available` becomes a debt. */
async function takenBack(tx: Tx, row: DepositRow, { netMinor, serviceFeeMinor }: Settled): Promise<Posting[]> {
  const own = account(row, depositKind(row.id));
  const available = account(row, 'available');
  const taken = await takeBackFrom(tx, available, { minor: netMinor, cause: `deposit:${row.id}` });
  return [
    ...postingsOfTaken(available, own, taken),
    ...some([{ debit: account(row, 'fees:service'), credit: own, minor: serviceFeeMinor }]),
  ];
}

/** Nothing else of the row: it becomes part of other rows. */
function ownerOf({ merchantId, profileId, mode }: DepositRow): ConversionOwner {
  return { merchantId, profileId, mode };
}

function some(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ minor }) => minor > 0n);
}

function account({ merchantId, mode, gateId: asset }: DepositRow, kind: AccountKind): AccountRef {
  return { owner: kind === 'fees:service' ? GATEWAY : merchantId, mode, asset, kind };
}

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
