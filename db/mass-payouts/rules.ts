import {
  type ChainKind,
  CRYPTO_GATES,
  type CryptoGateId,
  gate,
  isToken,
  type Mode,
  type Network,
} from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MassRules } from '../../domain/mass-payouts/line.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { PayoutLimits } from '../../domain/outflows/limits.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared, select } from '../core/sql.ts';
import { merchantLimits } from '../outflows/limits.ts';
import { type MoneyOutStatus, moneyOutStatus, refuseMerchant } from '../outflows/merchant-statuses.ts';
import { joinPolicy } from '../outflows/policy.ts';
import { networkFees } from '../payouts/network-fees.ts';
import type { PayoutSettings } from '../payouts/settings.ts';

/** The current terms of all mass payouts of a profile. */
export interface MassTerms {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly approvalRequired: boolean;
  readonly coolOffSeconds: number;
  readonly chainOf: (network: Network) => ChainKind;
  readonly rules: (feePayer: PayoutFeePayer) => MassRules;
}

/**
 * Reads the terms that lines are checked against, once for all lines.
 * @throws DomainError `merchant_blocked`, `merchant_restricted`, `production_not_permitted`, `not_found`
 */
export async function massTerms(on: Tx | Db, settings: PayoutSettings, profileId: string): Promise<MassTerms> {
  const context = await maybeOne<Context>(on, contextSql, [profileId]);
  if (context === undefined) throw new DomainError('not_found');
  const { merchant_id: merchantId, mode, merchant_status: status } = context;
  refuseMerchant(status, mode);
  const chains = await chainsOf(on, settings, mode);
  const limits = new Map<CryptoGateId, PayoutLimits>();
  for (const id of CRYPTO_GATES) limits.set(id, await merchantLimits(on, merchantId, id));
  const fees = await networkFees(on, settings, { mode, merchantId, gateIds: CRYPTO_GATES });
  const chainOf = (network: Network) => found(chains.get(network));
  return {
    merchantId,
    mode,
    approvalRequired: context.approval_required,
    coolOffSeconds: context.cool_off_seconds ?? (mode === 'production' ? DAY_SECONDS : 0),
    chainOf,
    rules: (feePayer) => ({
      isOpen: (network) => chains.has(network),
      chainOf,
      termsOf: () => ({ feePayer, serviceFeeBps: context.fee_bps }),
      feeOf: (id) => found(fees.get(id)),
      limitsOf: (id) => found(limits.get(id)),
      ownAccountOf: (network) => settings.ownAccount(mode, network),
      tokenContractOf: (id) => (isToken(gate(id)) ? settings.tokenContract(mode) : undefined),
    }),
  };
}

const DAY_SECONDS = 86_400;

interface Context {
  merchant_id: string;
  mode: Mode;
  merchant_status: MoneyOutStatus;
  fee_bps: number;
  approval_required: boolean;
  cool_off_seconds: number | null;
}

/** Networks that payouts can be sent on now, with their address parameters. */
async function chainsOf(on: Tx | Db, settings: PayoutSettings, mode: Mode): Promise<Map<Network, ChainKind>> {
  const rows = await select<{ network: Network; chain: ChainKind }>(on, chainsSql, [mode]);
  const identified = new Map(rows.map(({ network, chain }) => [network, chain]));
  const open = [...new Set(CRYPTO_GATES.map((id) => gate(id).network))].filter((network) =>
    settings.isOpen(mode, network),
  );
  return new Map(
    open.flatMap((network) => {
      try {
        return [[network, settings.chainOf(mode, network, identified.get(network) ?? null)] as const];
      } catch (error) {
        // A node that was never reached cannot say which addresses it accepts.
        if (error instanceof DomainError && error.code === 'network_unavailable') return [];
        throw error;
      }
    }),
  );
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Requested a network that is not open.');
  return value;
}

const contextSql = prepared(`
  SELECT p.merchant_id, p.mode, ${moneyOutStatus} AS merchant_status,
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'mass_payout'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS fee_bps,
    coalesce(y.approval_required, false) AS approval_required, y.cool_off_seconds
  FROM profile p JOIN merchant m ON m.id = p.merchant_id ${joinPolicy}
  WHERE p.id = $1`);

const chainsSql = prepared('SELECT network, chain FROM chain_identity WHERE mode = $1');
