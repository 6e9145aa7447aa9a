import {
  presentBalanceChart,
  presentHistoryInfo,
  presentOperations,
  presentRevenue,
  presentRevenueChart,
  presentWallets,
  worthOfWallets,
} from '../../api/presenters/dashboard.ts';
import type { SpaBalance } from '../../contract/balances.ts';
import type { OperationSum, PayerSum } from '../../db/dashboard/read.ts';
import { OPERATION_KINDS } from '../../domain/dashboard/operations.ts';
import { CHART_RANGES, type ChartRange, chartDays } from '../../domain/dashboard/ranges.ts';
import { addDays } from '../../domain/text/day.ts';
import { EVENTS, NOW } from './fixtures.fixture.ts';
import type { MockCall } from './mock-accounts.fixture.ts';

/** A merchant's history as long and as large as a test wants it. */
export interface MockDashboard {
  /** Since when there is something; 0: nothing yet. */
  days: number;
  /** Invoices a day. */
  busy: number;
  timeZone: string;
}

export function makeDashboard(changes: Partial<MockDashboard> = {}): MockDashboard {
  return { days: 40, busy: 12, timeZone: 'Europe/Berlin', ...changes };
}

type Answer = [status: number, body: unknown];

/** The calls of the dashboard; undefined for all others. */
export function dashboardAnswer(
  call: MockCall,
  state: { dashboard: MockDashboard; balances: SpaBalance[] },
): Answer | undefined {
  const [, what = ''] = /^GET \/spa\/\w+\/(dashboard\/[\w-]+|charts\/\w+|wallets|history\/info)$/.exec(call.key) ?? [];
  const { dashboard } = state;
  const settings = { currency: 'EUR', timeZone: dashboard.timeZone };
  const today = NOW.slice(0, 10);
  const before = addDays(today, -30);
  const period = { from: addDays(before, 1), to: today };
  const range = CHART_RANGES.find((each) => call.path.endsWith(`range=${each}`)) ?? '1M';
  switch (what) {
    case 'dashboard/operations-summary': {
      const sums = sumsOf(dashboard, [before, today], today);
      return [200, { data: presentOperations(settings, period, { sums, payers: payersOf(dashboard) }) }];
    }
    case 'dashboard/revenue':
      return [
        200,
        { data: presentRevenue(settings, period, sumsOf(dashboard, [addDays(before, -30), before, today], today)) },
      ];
    case 'charts/balance':
      return [200, { data: balanceChart(state, range, today) }];
    case 'charts/revenue': {
      const chart = { range, ...chartDays(range, today, firstDay(dashboard, today)) };
      return [200, { data: presentRevenueChart(settings, chart, sumsOf(dashboard, chart.days, today)) }];
    }
    case 'history/info': {
      const counts = OPERATION_KINDS.map((kind) => ({ kind, count: dashboard.days, firstDay: today, lastDay: today }));
      return [200, { data: presentHistoryInfo(settings, counts) }];
    }
    case 'dashboard/latest':
      return [200, { data: dashboard.days === 0 ? [] : EVENTS }];
    case 'wallets':
      return [200, { data: presentWallets(dashboard.days === 0 ? [] : state.balances) }];
    default:
      return timeZoneAnswer(call, dashboard);
  }
}

function timeZoneAnswer({ key, body }: MockCall, dashboard: MockDashboard): Answer | undefined {
  if (!/^PUT \/spa\/\w+\/dashboard\/time-zone$/.test(key)) return undefined;
  dashboard.timeZone = String(body.time_zone);
  return [200, { data: { time_zone: dashboard.timeZone } }];
}

function balanceChart(
  { dashboard, balances }: { dashboard: MockDashboard; balances: SpaBalance[] },
  range: ChartRange,
  today: string,
) {
  const settings = { currency: 'EUR', timeZone: dashboard.timeZone };
  const chart = { range, ...chartDays(range, today, firstDay(dashboard, today)) };
  const points = chart.days.map((day) => {
    const age = activeDays(dashboard, '0000-01-01', day, today);
    return { day, valueMinor: BigInt(age * dashboard.busy * (4_000 + 900 * wave(age))), isPartial: false };
  });
  const known = balances.filter(({ value }) => value !== null);
  const isKnown = dashboard.busy < 1_000 && dashboard.days > 0;
  return presentBalanceChart(settings, chart, { points, now: isKnown ? worthOfWallets(known, 'EUR') : null });
}

function firstDay({ days }: MockDashboard, today: string): string {
  return addDays(today, 1 - days);
}

/** How many of the days after one and up to another have something. */
function activeDays({ days }: MockDashboard, after: string, to: string, today: string): number {
  if (days === 0) return 0;
  const first = firstDay({ days, busy: 0, timeZone: '' }, today);
  const [, begin = first] = [addDays(after, 1), first].sort();
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(begin)) / 86_400_000) + 1);
}

/** From 0 to 9, the same for each number. */
function wave(number: number): number {
  return (number * 7 + Math.floor(number / 3) * 5) % 10;
}

function sumsOf(dashboard: MockDashboard, days: readonly string[], today: string): OperationSum[] {
  return days.slice(1).flatMap((day, index) => {
    const active = activeDays(dashboard, days[index] ?? day, day, today);
    if (active === 0) return [];
    return OPERATION_KINDS.map((kind, at) => {
      const count = Math.ceil((active * dashboard.busy) / 4 ** at);
      const grossMinor = BigInt(count * (3_500 + 450 * wave(active + index + at)));
      return { day, kind, count, grossMinor, feeMinor: grossMinor / 100n, isPartial: false };
    });
  });
}

function payersOf(dashboard: MockDashboard): PayerSum[] {
  if (dashboard.days === 0) return [];
  const opened = Math.min(dashboard.days, 30) * dashboard.busy;
  const share = (percent: number) => Math.floor((opened * percent) / 100);
  return [
    { gateId: null, opened, chosen: share(74), paid: share(61) },
    { gateId: 'USDT_TRC20', opened: 0, chosen: share(38), paid: share(35) },
    { gateId: 'BTC', opened: 0, chosen: share(21), paid: share(15) },
    { gateId: 'ETH', opened: 0, chosen: share(11), paid: share(8) },
    { gateId: 'LTC', opened: 0, chosen: share(5), paid: share(3) },
  ];
}
