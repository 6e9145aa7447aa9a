import { CRYPTO_GATES, type CryptoGateId, gates, type Mode } from '../../domain/assets/assets.ts';
import type { Rate } from '../../domain/money/rates.ts';
import type { PayoutLimits, PayoutUse } from '../../domain/outflows/limits.ts';
import type { OwnRoom } from '../../domain/outflows/own-limits.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { Db } from '../core/sequelize.ts';
import { one, prepared, select } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { type Spendable, spendableIn } from '../outflows/balance.ts';
import { type LimitRow, limitsOf } from '../outflows/limits.ts';
import { readOwnRoom } from '../outflows/own-limits.ts';
import { merchantUses, NO_USE } from '../outflows/uses.ts';
import { currentRates } from '../rates/rates.ts';
import { networkFees } from './network-fees.ts';
import type { PayoutSettings } from './settings.ts';

/** The data of the payout form. */
export interface PayoutFormFacts {
  readonly currency: string;
  readonly serviceFeeBps: number;
  /** Null without limits of its own. */
  readonly ownRoom: OwnRoom | null;
  readonly gates: readonly GateFacts[];
}

/** Amounts in minor units of the gate. */
export interface GateFacts extends Spendable {
  readonly gateId: CryptoGateId;
  readonly isOpen: boolean;
  readonly limits: PayoutLimits;
  readonly use: PayoutUse;
  readonly networkFee: NetworkFeeQuote;
  /** In the currency of the profile; null while none is known. */
  readonly rate: Rate | null;
}

/** The data for a profile's possible payouts now, in few reads. */
export async function payoutFormFacts(
  db: Db,
  settings: PayoutSettings,
  of: { readonly profileId: string; readonly merchantId: string; readonly mode: Mode },
): Promise<PayoutFormFacts> {
  const { merchantId, mode, profileId } = of;
  const profile = await one<{ currency: string; fee_bps: number }>(db, profileSql, [profileId]);
  const assets = [...new Set(CRYPTO_GATES.map((id) => gates[id].asset))];
  const [accounts, bounds, uses, rates, fees, ownRoom] = await Promise.all([
    balances(db, { owner: merchantId, mode }),
    select<BoundsRow>(db, boundsSql, [merchantId, CRYPTO_GATES]),
    merchantUses(db, { merchantId, mode }),
    currentRates(db, { mode, assets, currencies: [profile.currency] }),
    networkFees(db, settings, { mode, merchantId, gateIds: CRYPTO_GATES }),
    readOwnRoom(db, { merchantId, mode, locks: false }),
  ]);
  return {
    currency: profile.currency,
    serviceFeeBps: profile.fee_bps,
    ownRoom,
    gates: CRYPTO_GATES.map((gateId) => {
      const { network, asset } = gates[gateId];
      const row = bounds.find(({ gate_id }) => gate_id === gateId);
      return {
        gateId,
        ...spendableIn(accounts, gateId),
        isOpen: settings.isOpen(mode, network),
        limits: limitsOf(gateId, row),
        use: uses.get(gateId) ?? NO_USE,
        networkFee: found(fees.get(gateId)),
        rate: rates.find((rate) => rate.asset === asset) ?? null,
      };
    }),
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Every gate has a network fee.');
  return value;
}

interface BoundsRow extends LimitRow {
  gate_id: string;
}

const profileSql = prepared(`
  SELECT p.invoice_currency AS currency,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'payout'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);

const boundsSql = prepared(`
  SELECT g.id AS gate_id, l.min_minor, l.max_minor, l.hourly_minor, l.daily_minor
  FROM unnest($2::text[]) AS g(id)
  LEFT JOIN LATERAL (
    SELECT *
    FROM payout_limit
    WHERE scope IN ($1, 'default') AND gate_id = g.id
    ORDER BY scope = $1 DESC
    LIMIT 1) l ON true`);
