import type { Gate, RateView } from '../../contract/gates.ts';
import { trimZeros } from '../../contract/invoice.view.ts';
import {
  CRYPTO_GATES,
  type CryptoGate,
  type CryptoGateId,
  gateDecimals,
  gates,
  type Mode,
  minimumMinor,
} from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import type { FeeOperation } from '../../domain/money/fees.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { euroIn, formatRatio, type Rate } from '../../domain/money/rates.ts';
import type { NetworkFeeQuote } from '../../domain/payouts/network-fee.ts';
import { type Config, isOpen } from '../../settings/config.ts';

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
  const coins = CRYPTO_GATES.map((id) => ({
    ...presentGate(gates[id], networkFees.get(id)),
    enabled: enabled.includes(id) && isOpen(config, mode, gates[id].network),
    fees: shownFees,
  }));
  return [...coins, { ...EURO, enabled: false, fees: shownFees }];
}

const INVOICE_LIMITS = { minimum: '1.00', maximum: '15000.00', currency: 'EUR' };

/** Nobody pays an invoice with it: it is what coins are converted into, held and withdrawn as. */
const EURO: Omit<Gate, 'enabled' | 'fees'> = {
  id: 'EUR',
  asset: 'EUR',
  title: 'Euro',
  network: 'SEPA',
  network_title: 'SEPA',
  decimals: gateDecimals('EUR'),
  confirmations: 0,
  destination_tag: 'none',
  minutes: 0,
  minimum_amount: '0.01',
  network_fee: '0.00',
  network_fee_at: null,
  invoice_limits: INVOICE_LIMITS,
};

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
    invoice_limits: INVOICE_LIMITS,
  };
}

/**
 * The rates by gate: a token on two networks is listed twice, and euro has the rate that coins give it. `rates`: in
 * these currencies and in EUR.
 */
export function presentRates(
  rates: readonly Rate[],
  { currencies, only }: { readonly currencies: readonly Currency[]; readonly only: string | undefined },
): RateView[] {
  const requested = rates.filter(({ currency }) => currencies.includes(currency));
  return [...coinRates(requested, only), ...(only === undefined || only === 'EUR' ? euroRates(rates, currencies) : [])];
}

/** A cross is as old as the oldest of the rates that it may be made of. */
function euroRates(rates: readonly Rate[], currencies: readonly Currency[]): RateView[] {
  return currencies.flatMap((currency) => {
    const ratio = euroIn(currency, rates);
    const of = rates.filter((each) => each.currency === currency || each.currency === 'EUR');
    if (ratio === null || of.length === 0) return [];
    const oldest = (moment: 'sampledAt' | 'expiresAt') =>
      new Date(Math.min(...of.map((each) => each[moment].getTime()))).toISOString();
    return [
      {
        gate_id: 'EUR' as const,
        asset: 'EUR',
        currency,
        value: trimZeros(formatRatio(ratio)),
        source: currency === 'EUR' ? 'parity' : `cross(EUR/${currency})`,
        sampled_at: oldest('sampledAt'),
        expires_at: oldest('expiresAt'),
      },
    ];
  });
}

function coinRates(rates: readonly Rate[], only: string | undefined): RateView[] {
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
