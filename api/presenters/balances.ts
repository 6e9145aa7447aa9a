import type { Balance as LedgerBalance } from '../../db/ledger/balances.ts';
import { gateDecimals, gates, isCryptoGateId, isGateId } from '../../domain/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/currencies.ts';
import { formatAmount, maxOf, mulDivFloor, pow10 } from '../../domain/money.ts';
import { euroIn, fiatMinorFor, type Rate, type Ratio } from '../../domain/rates.ts';
import type { Balance, SpaBalance } from '../contract/balances.ts';

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
export function presentSpaBalances(
  accounts: readonly LedgerBalance[],
  { currency, rates }: { readonly currency: Currency; readonly rates: readonly Rate[] },
): SpaBalance[] {
  return presentBalances(accounts).map((balance) => {
    const total = accounts
      .filter(({ asset, kind }) => asset === balance.gate_id && (kind === 'available' || kind === 'unsettled'))
      .reduce((sum, account) => sum + account.total - account.owed, 0n);
    const minor = worthOf(balance, maxOf(0n, total), { currency, rates });
    return { ...balance, value: minor === null ? null : formatAmount(minor, currencyDecimals(currency)), currency };
  });
}

/** Rounded down; null while no rate is known. */
function worthOf(
  { gate_id, asset }: Balance,
  minor: bigint,
  { currency, rates }: { readonly currency: Currency; readonly rates: readonly Rate[] },
): bigint | null {
  if (gate_id === 'EUR') {
    const euro: Ratio | null = euroIn(currency, rates);
    return euro === null
      ? null
      : mulDivFloor(minor, euro.num * pow10(currencyDecimals(currency)), euro.den * pow10(gateDecimals(gate_id)));
  }
  const rate = rates.find((each) => each.asset === asset && each.currency === currency);
  return rate === undefined ? null : fiatMinorFor(minor, rate);
}
