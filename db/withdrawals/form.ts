import { type GateId, gate, isCryptoGateId, type Mode } from '../../domain/assets/assets.ts';
import type { PayoutLimits, PayoutUse } from '../../domain/outflows/limits.ts';
import type { OwnRoom } from '../../domain/outflows/own-limits.ts';
import type { Db } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { balances } from '../ledger/balances.ts';
import { type Spendable, spendableIn } from '../outflows/balance.ts';
import { merchantLimits } from '../outflows/limits.ts';
import { readOwnRoom } from '../outflows/own-limits.ts';
import { merchantUses, NO_USE } from '../outflows/uses.ts';
import { methodsTable } from '../payout-methods/rows.ts';
import { networkFees } from '../payouts/network-fees.ts';
import type { WithdrawalSettings } from './settings.ts';

/** The amounts that can be withdrawn from one gate; in its minor units. */
export interface WithdrawalGateFacts extends Spendable {
  readonly gateId: GateId;
  /** The active withdrawal method. */
  readonly method: { readonly id: string; readonly title: string } | null;
  /** Whether it can be sent: without a bank, no euro. */
  readonly isOpen: boolean;
  readonly limits: PayoutLimits;
  readonly use: PayoutUse;
  /** Of all gates together; null without limits of the merchant's own. */
  readonly ownRoom: OwnRoom | null;
  readonly networkFeeMinor: bigint;
  readonly serviceFeeBps: number;
}

interface Owner {
  readonly profileId: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** The data of the withdrawal form: euro first, then the coins with an active method. */
export async function withdrawalFormFacts(
  db: Db,
  settings: WithdrawalSettings,
  { profileId, merchantId, mode }: Owner,
): Promise<readonly WithdrawalGateFacts[]> {
  const active = { profileId, operation: 'withdrawal', status: 'active' } as const;
  const methods = await methodsTable.find(db, active, { columns: ['id', 'title', 'gateId'] });
  const coins = methods.map(({ gateId }) => gateId).filter(isCryptoGateId);
  const [accounts, uses, ownRoom, fees, { fee_bps: serviceFeeBps }] = await Promise.all([
    balances(db, { owner: merchantId, mode }),
    merchantUses(db, { merchantId, mode }),
    readOwnRoom(db, { merchantId, mode, locks: false }),
    networkFees(db, settings, { mode, merchantId, gateIds: coins }),
    one<{ fee_bps: number }>(db, feeSql, [profileId]),
  ]);
  return Promise.all(
    (['EUR', ...coins] as const).map(async (gateId) => {
      const method = methods.find((each) => each.gateId === gateId);
      return {
        gateId,
        method: method === undefined ? null : { id: method.id, title: method.title },
        ...spendableIn(accounts, gateId),
        isOpen: gateId === 'EUR' ? settings.hasBank(mode) : settings.isOpen(mode, gate(gateId).network),
        limits: await merchantLimits(db, merchantId, gateId),
        use: uses.get(gateId) ?? NO_USE,
        ownRoom,
        networkFeeMinor: gateId === 'EUR' ? 0n : (fees.get(gateId)?.chargedMinor ?? 0n),
        serviceFeeBps,
      };
    }),
  );
}

const feeSql = prepared(`
  SELECT f.fee_bps FROM profile p JOIN merchant m ON m.id = p.merchant_id
  JOIN fee_plan f ON f.plan IN (m.fee_plan, 'default') AND f.operation = 'withdrawal'
  WHERE p.id = $1
  ORDER BY f.plan = m.fee_plan DESC LIMIT 1`);
