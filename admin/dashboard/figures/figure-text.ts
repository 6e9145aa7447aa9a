import './figure-words.ts';
import type {
  BalanceChart,
  DashboardRevenue,
  OperationsSummary,
  RevenueChart,
  Wallet,
} from '../../../contract/dashboard.ts';
import { CRYPTO_GATES, type GateId } from '../../../domain/assets/assets.ts';
import type { ChartStep } from '../../../domain/dashboard/ranges.ts';
import { networkOf, tickerOf } from '../../components/asset-label.tsx';
import { DATES, formatFiat } from '../../i18n/format.ts';
import { LOCALE, t } from '../../i18n/translate.ts';
import { decimal, isPositive, minus, percentText } from '../../invoices/decimal.ts';

const dayMonth = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayMonthYear = new Intl.DateTimeFormat(DATES, { dateStyle: 'medium', timeZone: 'UTC' });
const monthYear = new Intl.DateTimeFormat(DATES, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** `20 Nov` of a calendar day, whatever the zone of the browser. */
export function shortDay(day: string): string {
  return dayMonth.format(new Date(`${day}T00:00:00Z`));
}

/** `20 Nov 2026` */
export function fullDay(day: string): string {
  return dayMonthYear.format(new Date(`${day}T00:00:00Z`));
}

/** The words under a chart: with the year where points are months apart. */
export function axisDay(day: string, step: ChartStep): string {
  return step === 'month' ? monthYear.format(new Date(`${day}T00:00:00Z`)) : shortDay(day);
}

/** The heading of the first column of a table. */
export function stepHeading(step: ChartStep): string {
  return t(`figures.${step}`);
}

/** `BTC`, and `USDT TRON` of an asset that several networks have. */
export function coinName(gateId: GateId): string {
  return isOnSeveral(gateId) ? `${tickerOf(gateId)} ${networkOf(gateId)}` : tickerOf(gateId);
}

/** Whether several networks have an asset of its name. */
export function isOnSeveral(gateId: GateId): boolean {
  return CRYPTO_GATES.filter((id) => tickerOf(id) === tickerOf(gateId)).length > 1;
}

/** `€12K`, for axes only: everything else shows every digit. */
export function axisMoney(currency: string): (value: number) => string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, notation: 'compact' });
  return (value) => format.format(value).replace('-', '−');
}

/** The balance chart in one sentence. */
export function balanceSentence({ points, currency, is_partial }: BalanceChart): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const day = fullDay(first.date);
  const difference = minus(last.value, first.value);
  const isUp = isPositive(difference);
  if (decimal(difference).digits === 0n) return joined(t('figures.balance.same', { day }), is_partial);
  const amount = formatFiat(withoutSign(difference), currency);
  const percent = percentOf(withoutSign(difference), first.value);
  const words =
    percent === undefined
      ? t(isUp ? 'figures.balance.up' : 'figures.balance.down', { amount, day })
      : t(isUp ? 'figures.balance.upPercent' : 'figures.balance.downPercent', { amount, percent, day });
  return joined(words, is_partial);
}

/** The revenue chart's range in one sentence. */
export function revenueSentence({ total, points, currency, is_partial }: RevenueChart): string {
  const [first] = points;
  if (first === undefined) return '';
  const { received, fees, refunded } = total;
  const words = t('figures.revenue.sum', {
    from: fullDay(first.date_from),
    received: formatFiat(received, currency),
    fees: formatFiat(fees, currency),
    refunded: formatFiat(refunded, currency),
  });
  return joined(words, is_partial);
}

/** How the last 30 days compare with those before. */
export function comparison({ current, previous }: Pick<DashboardRevenue, 'current' | 'previous'>): string {
  const difference = minus(current.net, previous.net);
  if (decimal(difference).digits === 0n) return t('figures.revenue.same');
  const percent = percentOf(withoutSign(difference), previous.net);
  if (percent === undefined) return t('figures.revenue.first');
  return t(isPositive(difference) ? 'figures.revenue.more' : 'figures.revenue.less', { percent });
}

/** The operations chart in one sentence; undefined if there were no operations. */
export function operationsSentence({ operations, currency, date_from, is_partial }: OperationsSummary): string {
  const [most] = operations.toSorted((one, other) => (isPositive(minus(other.volume, one.volume)) ? 1 : -1));
  const count = operations.reduce((sum, each) => sum + each.count, 0);
  const volume = operations.reduce((sum, each) => minus(sum, minus('0', each.volume)), '0');
  const words = t('figures.operations.sum', {
    smart_count: count,
    volume: formatFiat(volume, currency),
    day: fullDay(date_from),
    kind: most === undefined ? '' : t(`figures.kind.${most.kind}`).toLowerCase(),
    most: formatFiat(most?.volume ?? '0', currency),
  });
  return joined(words, is_partial);
}

/** The payers chart in one sentence. */
export function payersSentence({ payers: { opened, chosen, paid }, date_from }: OperationsSummary): string {
  return t('figures.payers.sum', {
    smart_count: opened,
    chosen,
    paid,
    day: fullDay(date_from),
    chosenPercent: rate(chosen, opened) ?? '0',
    paidPercent: rate(paid, chosen) ?? '0',
  });
}

/** The allocation in one sentence. */
export function allocationSentence(wallets: readonly Wallet[]): string {
  const [most, ...others] = wallets.toSorted((one, other) => Number(other.share ?? 0) - Number(one.share ?? 0));
  if (most === undefined) return '';
  const asset = coinName(most.gate_id);
  if (others.length === 0) return t('figures.allocation.one', { asset });
  return t('figures.allocation.most', { asset, share: (most.share ?? '0').replace(/\.0$/, '') });
}

/** How many of so many in per cent, without decimals; undefined of none. */
export function rate(part: number, whole: number): string | undefined {
  return whole === 0 ? undefined : String(Math.round((100 * part) / whole));
}

/**
 * The change in percent, such as `12.5`; undefined without a base. Also undefined beyond tenfold, because growth from
 * almost nothing is not a meaningful rate.
 */
function percentOf(part: string, whole: string): string | undefined {
  if (!isPositive(whole)) return undefined;
  const places = Math.max(decimal(part).places, decimal(whole).places);
  const [a, b] = [part, whole].map((text) => decimal(text).digits * 10n ** BigInt(places - decimal(text).places));
  const tenths = ((a ?? 0n) * 1_000n) / (b ?? 1n);
  return tenths > 9_999n ? undefined : percentText(Number(tenths));
}

function joined(words: string, isPartial: boolean): string {
  return isPartial ? `${words} ${t('figures.partial')}` : words;
}

function withoutSign(amount: string): string {
  return amount.replace(/^-/, '');
}
