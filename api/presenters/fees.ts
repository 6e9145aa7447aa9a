import { type Fees, SERVICE_OPERATIONS } from '../../contract/integration.ts';
import type { ProfileSettings } from '../../db/shops/profile-settings.ts';
import { CRYPTO_GATES, type CryptoGateId, gates, type Mode } from '../../domain/assets/assets.ts';
import type { FeeOperation } from '../../domain/money/fees.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import { type Config, isOpen } from '../../settings/config.ts';

type Payers = 'service_fee_payer' | 'network_fee_payer' | 'refund_fee_payer' | 'conversion_fee_payer';

export interface FeeFacts {
  readonly config: Config;
  readonly mode: Mode;
  /** Basis points. */
  readonly plan: Partial<Record<FeeOperation, number>>;
  readonly networkFees: ReadonlyMap<CryptoGateId, NetworkFeeQuote>;
  readonly profile: Pick<ProfileSettings, Payers>;
}

/** The two tables of fees. A fee hidden from merchants is not among the operations (spec §3). */
export function presentFees({ config, mode, plan, profile, networkFees }: FeeFacts): Fees {
  return {
    service: SERVICE_OPERATIONS.map((operation) => ({
      operation,
      percent: formatAmount(BigInt(plan[operation] ?? 0), 2),
      payer: payerOf(operation, profile),
    })),
    network: CRYPTO_GATES.map((id) => {
      const { title, ticker, networkTitle, network, decimals, networkFeeMinor } = gates[id];
      const typical = formatTrimmed(networkFeeMinor, decimals);
      return {
        gate_id: id,
        title,
        ticker,
        name: networkTitle,
        network,
        decimals,
        withdrawal_enabled: isOpen(config, mode, network),
        deposit: profile.network_fee_payer === 'customer' ? typical : '0',
        withdrawal: formatTrimmed(networkFees.get(id)?.chargedMinor ?? networkFeeMinor, decimals),
        network_fee_at: networkFees.get(id)?.sampledAt?.toISOString() ?? null,
        payer: profile.network_fee_payer,
      };
    }),
  };
}

/** The profile says who pays; of the others the merchant pays what the request does not pass on. */
function payerOf(operation: (typeof SERVICE_OPERATIONS)[number], profile: FeeFacts['profile']) {
  switch (operation) {
    case 'invoice':
      return profile.service_fee_payer;
    case 'conversion':
      return profile.conversion_fee_payer;
    case 'refund':
      return profile.refund_fee_payer;
    default:
      return 'merchant';
  }
}
