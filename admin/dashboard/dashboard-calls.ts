import type {
  BalanceChart,
  DashboardRevenue,
  HistoryInfo,
  OperationsSummary,
  RevenueChart,
  Wallet,
} from '../../contract/dashboard.ts';
import type { EventRow } from '../../contract/history.ts';
import type { ChartRange } from '../../domain/dashboard/ranges.ts';
import type { Api } from '../data/api.ts';

export const dashboardCalls = (api: Api) => ({
  operationsSummary: () => api.get<OperationsSummary>('dashboard/operations-summary'),
  dashboardRevenue: () => api.get<DashboardRevenue>('dashboard/revenue'),
  balanceChart: (range: ChartRange) => api.get<BalanceChart>(`charts/balance?range=${range}`),
  revenueChart: (range: ChartRange) => api.get<RevenueChart>(`charts/revenue?range=${range}`),
  wallets: () => api.get<Wallet[]>('wallets'),
  historyInfo: () => api.get<HistoryInfo>('history/info'),
  latestEvents: () => api.get<EventRow[]>('dashboard/latest'),
  setTimeZone: (zone: string) => api.put('dashboard/time-zone', { time_zone: zone }),
});

declare module '../data/use-provider.ts' {
  interface TidegateProvider extends ReturnType<typeof dashboardCalls> {}
}
