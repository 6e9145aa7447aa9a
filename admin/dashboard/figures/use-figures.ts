import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from 'react-admin';
import { CHART_RANGES, type ChartRange } from '../../../domain/dashboard/ranges.ts';
import { useLive } from '../../data/live.tsx';
import { LIVE_ENTITIES } from '../../data/live-queries.ts';
import { useProvider } from '../../data/use-provider.ts';

export function useBalanceChart(range: ChartRange) {
  const provider = useProvider();
  const queryKey = ['dashboard', 'balance', range];
  return useQuery({ queryKey, queryFn: () => provider.balanceChart(range), placeholderData: keepPreviousData });
}

export function useRevenueChart(range: ChartRange) {
  const provider = useProvider();
  const queryKey = ['dashboard', 'revenue', range];
  return useQuery({ queryKey, queryFn: () => provider.revenueChart(range), placeholderData: keepPreviousData });
}

export function useRevenue() {
  const provider = useProvider();
  return useQuery({ queryKey: ['dashboard', 'revenue'], queryFn: () => provider.dashboardRevenue() });
}

export function useOperations() {
  const provider = useProvider();
  return useQuery({ queryKey: ['dashboard', 'operations'], queryFn: () => provider.operationsSummary() });
}

export function useWallets() {
  const provider = useProvider();
  return useQuery({ queryKey: ['dashboard', 'wallets'], queryFn: () => provider.wallets() });
}

export function useLatestEvents() {
  const provider = useProvider();
  return useQuery({ queryKey: ['dashboard', 'latest'], queryFn: () => provider.latestEvents() });
}

/** The range of a chart, as this browser showed it last. */
export function useRange(chart: string): readonly [ChartRange, (range: ChartRange) => void] {
  const [stored, store] = useStore<string>(`dashboard.${chart}`, '1M');
  return [CHART_RANGES.find((range) => range === stored) ?? '1M', store];
}

/** Reads the figures again shortly after something has changed: they follow within a second. */
export function useFreshFigures(): void {
  const queries = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive(LIVE_ENTITIES, () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void queries.invalidateQueries({ queryKey: ['dashboard'] });
    }, FOLLOWS_AFTER_MS);
  });
  useEffect(() => () => clearTimeout(waiting.current), []);
}

const FOLLOWS_AFTER_MS = 1_500;
