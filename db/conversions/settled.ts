import type { GateId } from '../../domain/assets/assets.ts';
import { pairProblem } from '../../domain/conversion/pairs.ts';
import {
  type ConversionPrice,
  type ConversionTerms,
  lockedMidPrice,
  midPrice,
  priceFrom,
} from '../../domain/conversion/price.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { maxOf } from '../../domain/money/money.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { Tx } from '../core/sequelize.ts';
import type { FreezeCause } from '../ledger/freezes.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import type { ConversionOwner } from './quotes.ts';
import { type ConversionRow, type ConversionSubject, causeOf, invoiceOf } from './rows.ts';
import { type ConversionContext, conversionContexts, fullPosition } from './terms.ts';
import { conversionTransfer } from './transfer.ts';

/** The amounts that a settlement converts; minor units of `from`. */
export interface SettledConversion {
  readonly owner: ConversionOwner;
  readonly subject: ConversionSubject;
  readonly from: GateId;
  readonly to: GateId;
  readonly lockedMinor: bigint;
  readonly presentMinor: bigint;
  /** The amount that the settlement gives to the merchant without converting it: debts take it first. */
  readonly keptMinor: bigint;
  /** Of the invoice's quote; null where everything converts at the rate of the moment. */
  readonly lockedRate: Rate | null;
  /** Transfers derive their keys from it. */
  readonly stepKey: string;
  /** Its coins are held already: debts take nothing of them. */
  readonly isHeld?: true;
  /** A freeze that the step ends. */
  readonly endedFreeze: FreezeCause | null;
  readonly nowMs: number;
}

/** The transfers of a settled conversion and their rows, to be posted and inserted together. */
export interface PlannedConversion {
  readonly transfers: readonly TransferRequest[];
  readonly rows: readonly ConversionRow[];
  /** False when the pair never converts, so that the money stays what it is. */
  readonly possible: boolean;
  /** The amount that cannot be converted now, and why; its coins have to be held. */
  readonly waits: ConversionToWait | null;
}

/** Why a conversion that was promised cannot be made now. */
export type WaitingReason = 'rate_unavailable' | 'position_limit' | 'balance_frozen';

/** A conversion that cannot be made now; amounts are those that debts leave. */
export interface ConversionToWait {
  readonly conversion: SettledConversion;
  readonly lockedMinor: bigint;
  readonly presentMinor: bigint;
  readonly reason: WaitingReason;
}

/**
 * Plans the conversions of settlements, in their order, with one statement for all. Nothing here fails a settlement: a
 * pair that never converts leaves the money as it came, and without a rate, with a full position or a frozen balance
 * the conversion waits. A debt in
 * the asset is paid before anything converts, once for the batch.
 */
export async function planSettled(tx: Tx, requested: readonly SettledConversion[]): Promise<PlannedConversion[]> {
  const contexts = await conversionContexts(
    tx,
    requested.map(({ owner, subject, from, to, lockedRate, endedFreeze }) => ({
      ...owner,
      from,
      to,
      cause: causeOf(subject),
      currency: lockedRate?.currency,
      endedFreeze: endedFreeze ?? undefined,
    })),
  );
  // Positions grow within the batch. Without a lock: settlements do not wait for each other because of them.
  const positions = new Map<string, bigint>();
  const debts = new Map<string, bigint>();
  return requested.map((each, index) => {
    const context = contexts[index];
    if (context === undefined || pairProblem(each.from, each.to) !== undefined) return NOT_POSSIBLE;
    const { mode } = each.owner;
    const now = (id: GateId, minor: bigint) => positions.get(`${mode} ${id}`) ?? minor;
    const sides = {
      from: { ...context.from, positionMinor: now(each.from, context.from.positionMinor) },
      to: { ...context.to, positionMinor: now(each.to, context.to.positionMinor) },
    };
    const balance = `${each.owner.merchantId} ${mode} ${each.from}`;
    const owedMinor = debts.get(balance) ?? context.owedMinor;
    const convertible = afterDebts(each, each.isHeld === true ? 0n : context.writtenOffMinor + owedMinor);
    const paysMinor = maxOf(0n, each.keptMinor + each.presentMinor + each.lockedMinor - context.writtenOffMinor);
    debts.set(balance, maxOf(0n, owedMinor - paysMinor));
    const parts = pricesOf(each, { context, amounts: convertible });
    if (convertible.locked + convertible.present === 0n) return NOTHING;
    if (context.frozen) return waiting(each, convertible, 'balance_frozen');
    if (parts === null) return waiting(each, convertible, 'rate_unavailable');
    if (fullPosition(sumOf(each, parts), sides) !== null) return waiting(each, convertible, 'position_limit');
    for (const { price } of parts) {
      positions.set(`${mode} ${each.from}`, now(each.from, context.from.positionMinor) + price.amountFromMinor);
      positions.set(
        `${mode} ${each.to}`,
        now(each.to, context.to.positionMinor) - price.amountToMinor - price.feeMinor,
      );
    }
    const planned = parts.map((part) => planPart(each, part));
    return {
      possible: true,
      waits: null,
      transfers: planned.map(({ transfer }) => transfer),
      rows: planned.map(({ row }) => row),
    };
  });
}

const NOT_POSSIBLE: PlannedConversion = { possible: false, waits: null, transfers: [], rows: [] };
const NOTHING: PlannedConversion = { ...NOT_POSSIBLE, possible: true };

function waiting(requested: SettledConversion, amounts: Convertible, reason: WaitingReason): PlannedConversion {
  const { locked: lockedMinor, present: presentMinor } = amounts;
  return { ...NOTHING, waits: { conversion: requested, lockedMinor, presentMinor, reason } };
}

interface PricedPart {
  readonly at: 'locked' | 'present';
  readonly price: ConversionPrice;
}

type Convertible = Readonly<Record<PricedPart['at'], bigint>>;

/** The amount that debts leave to convert. The locked rate comes first: it was promised. */
function afterDebts({ presentMinor, lockedMinor, keptMinor }: SettledConversion, owedMinor: bigint): Convertible {
  const debtOfPresent = maxOf(0n, owedMinor - keptMinor);
  const debtOfLocked = maxOf(0n, debtOfPresent - presentMinor);
  return { present: maxOf(0n, presentMinor - debtOfPresent), locked: maxOf(0n, lockedMinor - debtOfLocked) };
}

/** The parts that convert into something; null while a rate is missing. */
function pricesOf(
  requested: SettledConversion,
  { context, amounts }: { readonly context: ConversionContext; readonly amounts: Convertible },
): PricedPart[] | null {
  const { from, to, lockedRate, nowMs } = requested;
  const { spreadBps, feeBps, rates } = context;
  try {
    const price = (at: PricedPart['at']): PricedPart[] => {
      if (amounts[at] === 0n) return [];
      const isLocked = at === 'locked' && lockedRate !== null;
      const mid = isLocked ? lockedMidPrice(to, lockedRate, rates, nowMs) : midPrice({ from, to }, rates, nowMs);
      const terms: ConversionTerms = { spreadBps: isLocked && isPromised(requested) ? 0 : spreadBps, feeBps };
      const priced = priceFrom({ from, to }, amounts[at], mid, terms);
      return priced.amountToMinor === 0n ? [] : [{ at, price: priced }];
    };
    return [...price('locked'), ...price('present')];
  } catch (error) {
    if (!isDomainError(error, 'rate_unavailable')) throw error;
    return null;
  }
}

/** An invoice priced in euro that settles in euro brings its euro less fees: no spread. */
function isPromised({ to, lockedRate }: SettledConversion): boolean {
  return to === 'EUR' && lockedRate?.currency === 'EUR';
}

function sumOf({ from, to }: SettledConversion, parts: readonly PricedPart[]) {
  const sum = (key: 'amountFromMinor' | 'amountToMinor' | 'feeMinor') =>
    parts.reduce((all, { price }) => all + price[key], 0n);
  return {
    from,
    to,
    amountFromMinor: sum('amountFromMinor'),
    amountToMinor: sum('amountToMinor'),
    feeMinor: sum('feeMinor'),
  };
}

function planPart({ owner, subject, stepKey, nowMs }: SettledConversion, { at, price }: PricedPart) {
  const { from, to, ...priced } = price;
  const row: ConversionRow = {
    id: newId(nowMs),
    ...owner,
    kind: 'settlement',
    quoteId: null,
    ...subject,
    fromGateId: from,
    toGateId: to,
    ...priced,
    rateAt: at,
    createdBy: null,
    createdAt: new Date(nowMs),
    reversedFromMinor: 0n,
    reversedToMinor: 0n,
    reversedFeeMinor: 0n,
  };
  const entity = `conversion:${row.id}`;
  const about = { key: `${stepKey}:convert:${at}`, entity, gives: causeOf(subject), ...invoiceOf(subject) };
  return { row, transfer: conversionTransfer({ ...owner, ...price }, about) };
}
