import type { GateId, Mode } from '../../domain/assets/assets.ts';
import { type ConversionLimits, fitsPosition } from '../../domain/conversion/limits.ts';
import type { ConversionPair, ConversionPrice, ConversionTerms } from '../../domain/conversion/price.ts';
import { CROSS_CURRENCIES } from '../../domain/conversion/price.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select, unseen } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import type { FreezeCause } from '../ledger/freezes.ts';
import { type RateJson, rateJson, toRate } from '../rates/rates.ts';

/** The requester of a conversion, and the pair. */
export interface RequestedConversion extends ConversionPair {
  readonly merchantId: string;
  readonly mode: Mode;
  /** Prices may also be crossed through it; by default through USD and EUR. */
  readonly currency?: string;
  /** A freeze that does not count: the step that converts ends it. */
  readonly endedFreeze?: FreezeCause;
  /** The owner of the money, e.g. `invoice:<id>`: see `TransferRequest.gives`. */
  readonly cause?: string;
}

/** One side of a conversion: its limits, and the gateway's position now. Minor units. */
export interface ConversionSide {
  readonly limits: ConversionLimits;
  readonly positionMinor: bigint;
}

/** Everything that prices a conversion and may stop it. */
export interface ConversionContext extends ConversionTerms {
  readonly rates: readonly Rate[];
  readonly from: ConversionSide;
  readonly to: ConversionSide;
  /** The merchant's debt in `from`, which is paid before anything is converted. */
  readonly owedMinor: bigint;
  /**
   * The amount that the gateway wrote off in `from` because this cause's money was missing: it is paid before that
   * debt.
   */
  readonly writtenOffMinor: bigint;
  /** Outgoing money of the merchant's balance of `from` is frozen. */
  readonly frozen: boolean;
}

/** The contexts of these conversions in their order, in one statement whatever their number. */
export async function conversionContexts(
  on: Tx | Db,
  requested: readonly RequestedConversion[],
): Promise<ConversionContext[]> {
  if (requested.length === 0) return [];
  const rows = await select<ContextRow>(on, contextSql, [
    requested.map(({ merchantId }) => merchantId),
    requested.map(({ mode }) => mode),
    requested.map(({ from }) => from),
    requested.map(({ to }) => to),
    requested.map(({ currency }) => currency ?? 'EUR'),
    requested.map(({ endedFreeze }) => endedFreeze ?? ''),
    CROSS_CURRENCIES,
    GATEWAY,
    requested.map(({ cause }) => cause ?? ''),
  ]);
  return rows.map((row) => ({
    spreadBps: row.spread_bps,
    feeBps: row.fee_bps,
    rates: (row.rates ?? []).map(toRate),
    from: sideOf(row.from_limits, row.from_position),
    to: sideOf(row.to_limits, row.to_position),
    owedMinor: BigInt(row.owed),
    writtenOffMinor: BigInt(row.written_off),
    frozen: row.frozen,
  }));
}

/** The gate whose position a conversion would take beyond its limit; null when it fits. */
export function fullPosition(
  price: Pick<ConversionPrice, 'from' | 'to' | 'amountFromMinor' | 'amountToMinor' | 'feeMinor'>,
  { from, to }: Pick<ConversionContext, 'from' | 'to'>,
): GateId | null {
  if (!fitsPosition(from.positionMinor, price.amountFromMinor, from.limits)) return price.from;
  if (!fitsPosition(to.positionMinor, -(price.amountToMinor + price.feeMinor), to.limits)) return price.to;
  return null;
}

interface LimitsJson {
  readonly minimum: string;
  readonly maximum: string;
  readonly position: string;
}

interface ContextRow {
  spread_bps: number;
  fee_bps: number;
  rates: RateJson[] | null;
  from_limits: LimitsJson | null;
  to_limits: LimitsJson | null;
  from_position: string;
  to_position: string;
  owed: string;
  written_off: string;
  frozen: boolean;
}

/** A gate without a row takes no position. */
function sideOf(limits: LimitsJson | null, position: string): ConversionSide {
  return {
    limits: {
      minimumMinor: BigInt(limits?.minimum ?? 1),
      maximumMinor: BigInt(limits?.maximum ?? 0),
      positionMinor: BigInt(limits?.position ?? 0),
    },
    positionMinor: BigInt(position),
  };
}

/** The gateway's position of a gate: what conversions brought in, less what they gave out. */
export const positionSql = (mode: string, gateId: string, gateway: string) => `(
    SELECT coalesce(sum(a.credits_posted - a.debits_posted), 0) FROM account a
    WHERE a.owner = ${gateway} AND a.mode = ${mode} AND a.asset = ${gateId} AND a.kind = 'position')`;

const limitsOf = (gateId: string) => `(
    SELECT jsonb_build_object('minimum', l.minimum_minor::text, 'maximum', l.maximum_minor::text,
      'position', l.position_minor::text)
    FROM conversion_limit l WHERE l.gate_id = ${gateId})`;

const assetOf = (gateId: string) => `split_part(${gateId}, '_', 1)`;

const contextSql = prepared(`
  SELECT coalesce((
      SELECT s.spread_bps FROM conversion_spread s
      WHERE s.from_gate_id IN (w.from_gate, '*') AND s.to_gate_id IN (w.to_gate, '*')
      ORDER BY s.from_gate_id = '*', s.to_gate_id = '*' LIMIT 1), 0) AS spread_bps,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'conversion'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps,
    (SELECT jsonb_agg(${rateJson}) FROM rate r
     WHERE r.mode = w.mode AND r.asset IN (${assetOf('w.from_gate')}, ${assetOf('w.to_gate')})
       AND (r.currency = w.currency OR r.currency = ANY($7::text[]))) AS rates,
    ${limitsOf('w.from_gate')} AS from_limits, ${limitsOf('w.to_gate')} AS to_limits,
    ${positionSql('w.mode', 'w.from_gate', '$8')}::text AS from_position,
    ${positionSql('w.mode', 'w.to_gate', '$8')}::text AS to_position,
    coalesce((
      SELECT greatest(0, d.debits_posted - d.credits_posted) FROM account d
      WHERE d.owner = w.merchant::text AND d.mode = w.mode AND d.asset = w.from_gate AND d.kind = 'receivable'
        AND d.stripe = 0), 0)::text AS owed,
    coalesce((
      SELECT o.open_minor FROM written_off o
      WHERE o.owner = w.merchant::text AND o.mode = w.mode AND o.asset = w.from_gate AND o.cause = w.cause
      ), 0)::text AS written_off,
    NOT EXISTS (SELECT FROM books_freeze b WHERE b.since IS NULL) OR EXISTS (
      SELECT FROM account h
      WHERE h.owner = w.merchant::text AND h.mode = w.mode AND h.asset = w.from_gate AND h.kind = 'available'
        AND h.frozen_at IS NOT NULL
        AND EXISTS (SELECT FROM account_freeze z WHERE z.account_id = h.id AND z.cause <> w.ended)) AS frozen
  FROM unnest(${unseen('$1::uuid[]')}, $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $9::text[])
    WITH ORDINALITY AS w(merchant, mode, from_gate, to_gate, currency, ended, cause, place)
  JOIN merchant m ON m.id = w.merchant
  ORDER BY w.place`);
