import type { CryptoGateId, GateId } from '../../domain/assets/assets.ts';
import type { InvoiceConversion } from '../../domain/invoices/json-columns.ts';
import type { Tx } from '../core/sequelize.ts';
import type { ConversionOwner } from './quotes.ts';
import type { ConversionRow, ConversionSubject } from './rows.ts';
import type { PlannedConversion } from './settled.ts';
import { conversionAfter, takeBack } from './summary.ts';
import { keepCoins, makeWaiting, takeBackWaiting } from './waiting.ts';

/** The outcome of a conversion that was not made with its settlement. */
export type ConversionReason = 'conversion_not_possible' | 'conversion_waiting' | 'conversion_given_up';

/** The conversions that an invoice or deposit shows. */
export interface Conversions {
  readonly conversion: InvoiceConversion | null;
  /** The amount that waits to be converted, in minor units of the gate. */
  readonly convertingMinor: bigint;
  /** Made by the step, to be inserted. */
  readonly rows: readonly ConversionRow[];
  readonly statusReason?: ConversionReason | null;
}

/** The owner of the conversions that a step changes. */
export interface ConversionStep {
  readonly owner: ConversionOwner;
  readonly subject: ConversionSubject;
  readonly gateId: GateId | CryptoGateId;
  readonly stepKey: string;
  readonly nowMs: number;
}

/** An effect that changes what was converted, or waits to be. */
export type ConversionChange =
  | { readonly type: 'unconvert'; readonly minor: bigint; readonly lockedLeftMinor?: bigint }
  | { readonly type: 'make_conversions' | 'keep_coins' };

export function isConversionChange<T extends { readonly type: string }>(effect: T): effect is T & ConversionChange {
  return effect.type === 'unconvert' || effect.type === 'make_conversions' || effect.type === 'keep_coins';
}

/** Carries out a change of conversions of earlier steps. @throws StillWaitsError when nothing can be made */
export async function changeConversions(
  tx: Tx,
  before: Conversions,
  { effect, ...step }: ConversionStep & { readonly effect: ConversionChange },
): Promise<Conversions> {
  const { owner, subject, gateId, stepKey, nowMs } = step;
  switch (effect.type) {
    case 'make_conversions': {
      const { rows, leftMinor } = await makeWaiting(tx, subject, nowMs);
      const conversion = conversionAfter(before.conversion, rows);
      return { ...before, conversion, convertingMinor: leftMinor, rows: [...before.rows, ...rows] };
    }
    case 'keep_coins':
      await keepCoins(tx, subject);
      return { ...before, convertingMinor: 0n, statusReason: 'conversion_given_up' };
    case 'unconvert': {
      const { minor, lockedLeftMinor = 0n } = effect;
      const waits = { takenMinor: 0n, leftMinor: before.convertingMinor };
      // A waiting amount was settled last or is only promised: it has not become anything else yet.
      const { takenMinor, leftMinor } =
        before.convertingMinor === 0n ? waits : await takeBackWaiting(tx, subject, { minor, stepKey });
      const restMinor = minor - takenMinor;
      if (restMinor === 0n) return { ...before, convertingMinor: leftMinor };
      const taken = { owner, subject, gateId, minor: restMinor, lockedLeftMinor, stepKey };
      return { ...before, convertingMinor: leftMinor, conversion: await takeBack(tx, before.conversion, taken) };
    }
    default:
      return effect satisfies never;
  }
}

/** After the settlement of a step: what it converted, or what waits of it. */
export function withSettled(before: Conversions, planned: PlannedConversion | undefined): Conversions {
  if (planned === undefined) return before;
  const { rows, waits, possible } = planned;
  const moreMinor = waits === null ? 0n : waits.lockedMinor + waits.presentMinor;
  return {
    conversion: conversionAfter(before.conversion, rows),
    convertingMinor: before.convertingMinor + moreMinor,
    rows: [...before.rows, ...rows],
    ...(waits === null ? {} : { statusReason: 'conversion_waiting' as const }),
    ...(possible ? {} : { statusReason: 'conversion_not_possible' as const }),
  };
}

/** A step's changes of the row; `reason` is that of the decision, which may say that something still waits. */
export function columnsOf({ conversion, convertingMinor, statusReason }: Conversions, reason: string | null) {
  const isOver = reason === 'conversion_waiting' && convertingMinor === 0n;
  const after = statusReason ?? (isOver ? null : undefined);
  return { conversion, convertingMinor, ...(after === undefined ? {} : { statusReason: after }) };
}
