import {
  CRYPTO_GATES,
  type CryptoGate,
  type CryptoGateId,
  gates,
  type Mode,
  minimumMinor,
} from '../../domain/assets.ts';
import { type Config, isOpen } from '../../domain/config.ts';
import type { FeeOperation } from '../../domain/fees.ts';
import { trimZeros } from '../../domain/invoices/view.ts';
import { formatAmount } from '../../domain/money.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import type { Rate } from '../../domain/rates.ts';
import type { Gate, RateView } from '../contract/gates.ts';

export interface GateContext {
  readonly config: Config;
  readonly mode: Mode;
  readonly fees: Partial<Record<FeeOperation, number>>;
  readonly enabled: readonly string[];
  readonly networkFees: ReadonlyMap<CryptoGateId, NetworkFeeQuote>;
}

/**
 * Every gate with its limits, confirmations and the merchant's fees. A fee hidden from merchants stays hidden (spec
 * §3).
 */
export function presentGates({ config, mode, fees, enabled, networkFees }: GateContext): Gate[] {
  const shownFees = Object.fromEntries(
    Object.entries(fees)
      .filter(([operation]) => operation !== 'balance_recovery')
      .map(([operation, bps]) => [operation, formatAmount(BigInt(bps), 2)]),
  );
  return CRYPTO_GATES.map((id) => ({
    ...presentGate(gates[id], networkFees.get(id)),
    enabled: enabled.includes(id) && isOpen(config, mode, gates[id].network),
    fees: shownFees,
  }));
}

function presentGate(gate: CryptoGate, fee: NetworkFeeQuote | undefined): Omit<Gate, 'enabled' | 'fees'> {
  return {
    id: gate.id,
    asset: gate.asset,
    title: gate.title,
    network: gate.network,
    network_title: gate.networkTitle,
    decimals: gate.decimals,
    confirmations: gate.confirmations,
    destination_tag: gate.tag,
    minutes: Math.max(1, Math.round((gate.confirmations * gate.blockSeconds) / 60)),
    minimum_amount: formatAmount(minimumMinor(gate), gate.decimals),
    network_fee: formatAmount(fee?.chargedMinor ?? gate.networkFeeMinor, gate.decimals),
    network_fee_at: fee?.sampledAt?.toISOString() ?? null,
    invoice_limits: { minimum: '1.00', maximum: '15000.00', currency: 'EUR' },
  };
}

/** The rates by gate: a token on two networks stands there twice. */
export function presentRates(rates: readonly Rate[], only: string | undefined): RateView[] {
  return rates.flatMap((rate) =>
    CRYPTO_GATES.filter((id) => gates[id].asset === rate.asset && (only === undefined || only === id)).map((id) => ({
      gate_id: id,
      asset: rate.asset,
      currency: rate.currency,
      value: trimZeros(rate.value),
      source: rate.source,
      sampled_at: rate.sampledAt.toISOString(),
      expires_at: rate.expiresAt.toISOString(),
    })),
  );
}
