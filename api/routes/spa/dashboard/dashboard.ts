import { Type } from 'typebox';
import type { SpaBalance } from '../../../../contract/balances.ts';
import { Data, Exact } from '../../../../contract/basics.ts';
import {
  BalanceChart,
  ChartQuery,
  DashboardRevenue,
  HistoryInfo,
  OperationsSummary,
  RevenueChart,
  Wallet,
} from '../../../../contract/dashboard.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import type { Db } from '../../../../db/core/sequelize.ts';
import {
  balancePoints,
  type DashboardOf,
  type DashboardSettings,
  dashboardSettings,
  operationCounts,
  operationSums,
  payerSums,
} from '../../../../db/dashboard/read.ts';
import { balances } from '../../../../db/ledger/balances.ts';
import { currentRates } from '../../../../db/rates/rates.ts';
import { ASSETS } from '../../../../domain/assets/assets.ts';
import { REVENUE_KINDS } from '../../../../domain/dashboard/operations.ts';
import { type ChartDays, chartDays } from '../../../../domain/dashboard/ranges.ts';
import { addDays } from '../../../../domain/text/day.ts';
import type { App } from '../../../app.ts';
import { type ProfileRequest, scopeOf } from '../../../auth/guard.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentSpaBalances } from '../../../presenters/balances.ts';
import {
  presentBalanceChart,
  presentHistoryInfo,
  presentOperations,
  presentRevenue,
  presentRevenueChart,
  presentWallets,
  worthOfWallets,
} from '../../../presenters/dashboard.ts';
import { profileRoute, shopRoute } from '../../../route-options.ts';

/** The totals of a profile's days (spec §7), from the sums that a projector keeps: docs/reports.md. */
export function dashboardRoutes(app: App, { db }: ServerDeps): void {
  summaryRoutes(app, db);
  chartRoutes(app, db);
  walletRoute(app, db);
  app.get(
    '/spa/:profile/history/info',
    shopRoute('merchant_history_info', {
      summary: 'Get how much history there is',
      response: { 200: Data(HistoryInfo), ...errorResponses(503) },
    }),
    async (request) => {
      const { of, settings } = await contextOf(db, request);
      return { data: presentHistoryInfo(settings, await operationCounts(db, of.profileId)) };
    },
  );
}

/** How many days a summary covers, today included (spec §1). */
const SUMMARY_DAYS = 30;

function summaryRoutes(app: App, db: Db): void {
  app.get(
    '/spa/:profile/dashboard/operations-summary',
    shopRoute('merchant_dashboard_summary', {
      summary: 'Get operations of the last 30 days',
      description: 'Counts and volumes by kind, and what became of the invoices that were created.',
      response: { 200: Data(OperationsSummary), ...errorResponses(503) },
    }),
    async (request) => {
      const { of, settings } = await contextOf(db, request);
      const { period, before } = lastDays(settings);
      const [sums, payers] = await Promise.all([
        operationSums(db, of, [before, period.to]),
        payerSums(db, of.profileId, period),
      ]);
      return { data: presentOperations(settings, period, { sums, payers }) };
    },
  );

  app.get(
    '/spa/:profile/dashboard/revenue',
    shopRoute('merchant_dashboard_revenue', {
      summary: 'Get the revenue of the last 30 days',
      description: 'And that of the 30 days before.',
      response: { 200: Data(DashboardRevenue), ...errorResponses(503) },
    }),
    async (request) => {
      const { of, settings } = await contextOf(db, request);
      const { period, before } = lastDays(settings);
      const sums = await operationSums(db, of, [addDays(before, -SUMMARY_DAYS), before, period.to], REVENUE_KINDS);
      return { data: presentRevenue(settings, period, sums) };
    },
  );
}

function chartRoutes(app: App, db: Db): void {
  app.get(
    '/spa/:profile/charts/balance',
    profileRoute('merchant_chart_balance', {
      summary: 'Get the total balance over time',
      querystring: ChartQuery,
      response: { 200: Data(BalanceChart), ...errorResponses(503) },
    }),
    async (request) => {
      const { of, settings, chart } = await chartOf(db, request);
      const [points, wallets] = await Promise.all([balancePoints(db, of, chart), walletsOf(db, of)]);
      const now = worthOfWallets(wallets, of.currency);
      return { data: presentBalanceChart(settings, chart, { points, now }) };
    },
  );

  app.get(
    '/spa/:profile/charts/revenue',
    shopRoute('merchant_chart_revenue', {
      summary: 'Get the revenue over time',
      querystring: ChartQuery,
      response: { 200: Data(RevenueChart), ...errorResponses(503) },
    }),
    async (request) => {
      const { of, settings, chart } = await chartOf(db, request);
      return { data: presentRevenueChart(settings, chart, await operationSums(db, of, chart.days, REVENUE_KINDS)) };
    },
  );
}

function walletRoute(app: App, db: Db): void {
  app.get(
    '/spa/:profile/wallets',
    profileRoute('merchant_wallet_viewAny', {
      summary: 'List wallets',
      description: 'Balances by asset and network, with the share of each in the value of all.',
      response: { 200: Exact({ data: Type.Array(Wallet) }), ...errorResponses(503) },
    }),
    async (request) => {
      const { of } = await contextOf(db, request);
      return { data: presentWallets(await walletsOf(db, of)) };
    },
  );
}

interface Context {
  readonly of: DashboardOf;
  readonly settings: DashboardSettings;
}

async function contextOf(db: Db, request: ProfileRequest): Promise<Context> {
  const scope = scopeOf(request);
  const settings = await dashboardSettings(db, scope);
  const { profileId, currency } = settings;
  return { of: { ...scope, profileId, currency }, settings };
}

type ChartRequest = ProfileRequest & { readonly query: { readonly range?: '1W' | '1M' | '1Y' | 'all' } };

async function chartOf(
  db: Db,
  request: ChartRequest,
): Promise<Context & { readonly chart: ChartDays & { readonly range: '1W' | '1M' | '1Y' | 'all' } }> {
  const { range = '1M' } = request.query;
  const context = await contextOf(db, request);
  const { today, firstDay } = context.settings;
  return { ...context, chart: { range, ...chartDays(range, today, firstDay) } };
}

async function walletsOf(db: Db, { merchantId, mode, currency }: DashboardOf): Promise<SpaBalance[]> {
  const [accounts, rates] = await Promise.all([
    balances(db, { owner: merchantId, mode }),
    currentRates(db, { mode, assets: ASSETS, currencies: [currency, 'EUR'] }),
  ]);
  return presentSpaBalances(accounts, { currency, rates });
}

function lastDays({ today }: DashboardSettings) {
  const before = addDays(today, -SUMMARY_DAYS);
  return { period: { from: addDays(before, 1), to: today }, before };
}
