import type { SpaBalance } from '../../contract/balances.ts';
import type {
  BalanceChart,
  DashboardRevenue,
  HistoryInfo,
  OperationsSummary,
  Revenue,
  RevenueChart,
  Wallet,
} from '../../contract/dashboard.ts';
import type {
  BalancePoint,
  DashboardSettings,
  OperationCount,
  OperationSum,
  PayerSum,
} from '../../db/dashboard/read.ts';
import { OPERATION_KINDS } from '../../domain/dashboard/operations.ts';
import type { ChartRange, ChartStep } from '../../domain/dashboard/ranges.ts';
import { type Currency, currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, mulDivHalfUp, parseAmount } from '../../domain/money/money.ts';
import { addDays } from '../../domain/text/day.ts';

type Settings = Pick<DashboardSettings, 'currency' | 'timeZone'>;

export function presentOperations(
  settings: Settings,
  period: { readonly from: string; readonly to: string },
  { sums, payers }: { readonly sums: readonly OperationSum[]; readonly payers: readonly PayerSum[] },
): OperationsSummary {
  const amount = amounts(settings.currency);
  const all = payers.find(({ gateId }) => gateId === null);
  const gates = payers.flatMap(({ gateId, chosen, paid }) =>
    gateId === null ? [] : [{ gate_id: gateId, chosen, paid }],
  );
  return {
    ...presentAbout(settings),
    date_from: period.from,
    date_to: period.to,
    operations: OPERATION_KINDS.map((kind) => {
      const of = sums.filter((each) => each.kind === kind);
      const count = of.reduce((sum, each) => sum + each.count, 0);
      return { kind, count, volume: amount(total(of, 'grossMinor')), fees: amount(total(of, 'feeMinor')) };
    }),
    payers: {
      opened: all?.opened ?? 0,
      chosen: all?.chosen ?? 0,
      paid: all?.paid ?? 0,
      gates: gates.sort((a, b) => b.chosen - a.chosen || a.gate_id.localeCompare(b.gate_id)),
    },
    is_partial: sums.some(({ isPartial }) => isPartial),
  };
}

/** @param sums of two periods, the second one ends at `to` */
export function presentRevenue(
  settings: Settings,
  period: { readonly from: string; readonly to: string },
  sums: readonly OperationSum[],
): DashboardRevenue {
  return {
    ...presentAbout(settings),
    date_from: period.from,
    date_to: period.to,
    current: revenueOf(
      sums.filter(({ day }) => day === period.to),
      settings.currency,
    ),
    previous: revenueOf(
      sums.filter(({ day }) => day !== period.to),
      settings.currency,
    ),
    is_partial: sums.some(({ isPartial }) => isPartial),
  };
}

interface Chart {
  readonly range: ChartRange;
  readonly step: ChartStep;
}

/** @param now the value of all wallets at the present rates; null: one has none, so that the day's rate counts */
export function presentBalanceChart(
  settings: Settings,
  { range, step }: Chart,
  { points, now }: { readonly points: readonly BalancePoint[]; readonly now: string | null },
): BalanceChart {
  const amount = amounts(settings.currency);
  return {
    ...presentAbout(settings),
    range,
    step,
    points: points.map(({ day, valueMinor }, index) => ({
      date: day,
      value: index === points.length - 1 && now !== null ? now : amount(valueMinor),
    })),
    is_partial: points.some(({ isPartial }) => isPartial),
  };
}

/** @param days as the sums were read for: the first one only ends the time before */
export function presentRevenueChart(
  settings: Settings,
  { range, step, days }: Chart & { readonly days: readonly string[] },
  sums: readonly OperationSum[],
): RevenueChart {
  const points = days.slice(1).map((day, index) => ({
    date_from: addDays(days[index] ?? day, 1),
    date: day,
    ...revenueOf(
      sums.filter((each) => each.day === day),
      settings.currency,
    ),
  }));
  const is_partial = sums.some(({ isPartial }) => isPartial);
  return { ...presentAbout(settings), range, step, points, total: revenueOf(sums, settings.currency), is_partial };
}

/** The share of each in the value of all; shares are rounded half up and may not sum to 100.0. */
export function presentWallets(balances: readonly SpaBalance[]): Wallet[] {
  const minorOf = ({ value, currency }: SpaBalance) =>
    value === null ? 0n : parseAmount(value, currencyDecimals(currency));
  const all = balances.reduce((sum, balance) => sum + minorOf(balance), 0n);
  return balances.map((balance) => {
    const permille = all === 0n ? 0n : mulDivHalfUp(minorOf(balance), 1_000n, all);
    return { ...balance, share: balance.value === null ? null : formatAmount(permille, 1) };
  });
}

/** The value of all wallets; null while a rate is missing. */
export function worthOfWallets(balances: readonly SpaBalance[], currency: Currency): string | null {
  if (balances.some(({ value }) => value === null)) return null;
  const decimals = currencyDecimals(currency);
  return formatAmount(
    balances.reduce((sum, { value }) => sum + parseAmount(value ?? '0', decimals), 0n),
    decimals,
  );
}

export function presentHistoryInfo(settings: Settings, counts: readonly OperationCount[]): HistoryInfo {
  const first = counts.map(({ firstDay }) => firstDay).sort();
  const last = counts.map(({ lastDay }) => lastDay).sort();
  return {
    ...presentAbout(settings),
    date_from: first[0] ?? null,
    date_to: last.at(-1) ?? null,
    operations: OPERATION_KINDS.map((kind) => ({ kind, count: counts.find((each) => each.kind === kind)?.count ?? 0 })),
  };
}

function presentAbout({ currency, timeZone }: Settings) {
  return { currency, time_zone: timeZone };
}

function revenueOf(sums: readonly OperationSum[], currency: Currency): Revenue {
  const amount = amounts(currency);
  const paid = sums.filter(({ kind }) => kind === 'invoice' || kind === 'deposit');
  const refunds = sums.filter(({ kind }) => kind === 'refund');
  const [received, fees, refunded] = [total(paid, 'grossMinor'), total(paid, 'feeMinor'), total(refunds, 'grossMinor')];
  const net = received - fees - refunded;
  return { received: amount(received), fees: amount(fees), refunded: amount(refunded), net: amount(net) };
}

function total(sums: readonly OperationSum[], of: 'grossMinor' | 'feeMinor'): bigint {
  return sums.reduce((sum, each) => sum + each[of], 0n);
}

function amounts(currency: Currency): (minor: bigint) => string {
  const decimals = currencyDecimals(currency);
  return (minor) => formatAmount(minor, decimals);
}
