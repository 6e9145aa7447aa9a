import type { Balance, SpaBalance } from '../../contract/balances.ts';
import type { WorthView } from '../../contract/gates.ts';
import type { Balance as LedgerBalance } from '../../db/ledger/balances.ts';
import { type GateId, gateDecimals, gates, isCryptoGateId, isGateId } from '../../domain/assets/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, maxOf, mulDivFloor, pow10 } from '../../domain/money/money.ts';
import { euroIn, formatRatio, type Rate, type Ratio } from '../../domain/money/rates.ts';

/**
 * The merchant's accounts by gate: what can go out, what is not settled, what is held; together all that is the
 * merchant's.
 */
export function presentBalances(accounts: readonly LedgerBalance[]): Balance[] {
  const ids = [...new Set(accounts.map(({ asset }) => asset))].filter(isGateId);
  return ids.map((id) => {
    const of = (kind: string) => accounts.find((account) => account.asset === id && account.kind === kind);
    const [available, unsettled] = [of('available'), of('unsettled')];
    const amount = (minor: bigint) => formatAmount(minor, gateDecimals(id));
    return {
      gate_id: id,
      asset: isCryptoGateId(id) ? gates[id].asset : id,
      available: amount(available?.spendable ?? 0n),
      pending: amount(unsettled?.spendable ?? 0n),
      held: amount((available?.debitsPending ?? 0n) + (unsettled?.debitsPending ?? 0n)),
      frozen: available?.frozen === true || unsettled?.frozen === true,
    };
  });
}

/** The same with the value of all of it in the currency of the profile. `rates`: in that currency and in EUR. */
export function presentSpaBalances(accounts: readonly LedgerBalance[], { currency, rates }: Pricing): SpaBalance[] {
  return presentBalances(accounts).map((balance) => {
    const total = accounts
      .filter(({ asset, kind }) => asset === balance.gate_id && (kind === 'available' || kind === 'unsettled'))
      .reduce((sum, account) => sum + account.total - account.owed, 0n);
    const minor = worthOf(balance.gate_id, maxOf(0n, total), { currency, rates });
    return { ...balance, value: minor === null ? null : formatAmount(minor, currencyDecimals(currency)), currency };
  });
}

/** The value of an amount of a gate in the currency of the profile, without fees. `rates` as above. */
export function presentWorth(gateId: GateId, minor: bigint, { currency, rates }: Pricing): WorthView {
  const ratio = ratioOf(gateId, { currency, rates });
  const worth = worthOf(gateId, minor, { currency, rates });
  return {
    gate_id: gateId,
    amount: formatAmount(minor, gateDecimals(gateId)),
    currency,
    rate: ratio === null ? null : formatRatio(ratio),
    value: worth === null ? null : formatAmount(worth, currencyDecimals(currency)),
  };
}

interface Pricing {
  readonly currency: Currency;
  readonly rates: readonly Rate[];
}

/** Rounded down; null while no rate is known. */
function worthOf(gateId: GateId, minor: bigint, pricing: Pricing): bigint | null {
  const ratio = ratioOf(gateId, pricing);
  if (ratio === null) return null;
  const { num, den } = ratio;
  return mulDivFloor(minor, num * pow10(currencyDecimals(pricing.currency)), den * pow10(gateDecimals(gateId)));
}

/** Units of the currency for one of the gate. */
function ratioOf(gateId: GateId, { currency, rates }: Pricing): Ratio | null {
  if (gateId === 'EUR') return euroIn(currency, rates);
  return rates.find((each) => each.asset === gates[gateId].asset && each.currency === currency) ?? null;
}
