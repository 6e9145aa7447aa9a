import type { Balance as LedgerBalance } from '../../db/ledger/balances.ts';
import { gateDecimals, gates, isCryptoGateId, isGateId } from '../../domain/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/currencies.ts';
import { formatAmount, maxOf } from '../../domain/money.ts';
import { fiatMinorFor, type Rate } from '../../domain/rates.ts';
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

/** The same with the value of all of it in the currency of the profile. */
export function presentSpaBalances(
  accounts: readonly LedgerBalance[],
  { currency, rates }: { readonly currency: Currency; readonly rates: readonly Rate[] },
): SpaBalance[] {
  return presentBalances(accounts).map((balance) => {
    const total = accounts
      .filter(({ asset, kind }) => asset === balance.gate_id && (kind === 'available' || kind === 'unsettled'))
      .reduce((sum, account) => sum + account.total - account.owed, 0n);
    const rate = rates.find(({ asset }) => asset === balance.asset);
    const value =
      rate === undefined ? null : formatAmount(fiatMinorFor(maxOf(0n, total), rate), currencyDecimals(currency));
    return { ...balance, value, currency };
  });
}
