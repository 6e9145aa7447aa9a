import { join } from 'node:path';
import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { databaseProbe } from '../db/monitoring/health.ts';
import { readinessOf } from '../monitoring/health.ts';
import { createRegistry } from '../monitoring/process-metrics.ts';
import type { App } from './app.ts';
import { type Accounts, createAccounts } from './auth/accounts.ts';
import { useCookieNames } from './auth/cookies.ts';
import { useGuard } from './auth/guard.ts';
import { createStaffDoor, type StaffDoor } from './auth/staff-door.ts';
import { type FrontEndFolders, type ServerDeps, type ServerOptions, withRealClock } from './deps.ts';
import { useDocuments } from './documents/desk.ts';
import { useDownloads } from './downloads.ts';
import { createFormGate } from './forms/form-gate.ts';
import { useEventStreams } from './live/event-streams.ts';
import { useJsonBodies } from './plugins/body.ts';
import { useClosing } from './plugins/closing.ts';
import { useDraining } from './plugins/draining.ts';
import { useErrorPages } from './plugins/error-pages.ts';
import { answerError, useErrors } from './plugins/errors.ts';
import { healthRoutes } from './plugins/health.ts';
import { useMetrics } from './plugins/metrics.ts';
import { callerTraceOf, useRequestContext, useTracing } from './plugins/request-context.ts';
import { useRouteTable } from './plugins/route-table.ts';
import { hardenAnswer, useSecurityHeaders } from './plugins/security-headers.ts';
import { useSerialization } from './plugins/serialization.ts';
import { useSilentConnections } from './plugins/silent-connections.ts';
import { useStandardAnswers } from './plugins/standard-answers.ts';
import { type FrontEnd, serveAssets } from './plugins/static-pages.ts';
import { useTurns } from './plugins/turns.ts';
import { answerUnreadable } from './plugins/unreadable-requests.ts';
import { useValidation } from './plugins/validation.ts';
import { useVisitors } from './plugins/visitors.ts';
import { adminPageRoutes } from './routes/admin-page.ts';
import { deviceRoutes } from './routes/auth/device.ts';
import { firstPasswordRoutes } from './routes/auth/first-password.ts';
import { invitationLinkRoutes } from './routes/auth/invitation.ts';
import { passwordRoutes } from './routes/auth/password.ts';
import { sessionRoutes } from './routes/auth/session.ts';
import { signUpRoutes } from './routes/auth/sign-up.ts';
import { consentRoutes } from './routes/consent.ts';
import { contactRoutes } from './routes/contact.ts';
import { claimRoutes } from './routes/customer/claim.ts';
import { customerDocumentRoutes } from './routes/customer/documents.ts';
import { customerEventRoutes, customerInvoiceRoutes } from './routes/customer/invoices.ts';
import { invoicePageFiles, invoicePageRoute } from './routes/customer/page.ts';
import { requestPageRoutes } from './routes/customer/payment-request.ts';
import { refundLinkRoute } from './routes/customer/refund-link.ts';
import { refundRequestRoute } from './routes/customer/refund-request.ts';
import { documentRoutes } from './routes/docs.ts';
import { documentVerificationRoute } from './routes/documents.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { searchRoute } from './routes/search.ts';
import { siteRoutes } from './routes/site.ts';
import { siteFormRoutes } from './routes/site-forms.ts';
import { accountRoutes } from './routes/spa/account/account.ts';
import { accountLogRoutes } from './routes/spa/account/account-log.ts';
import { legalRoutes } from './routes/spa/account/legal.ts';
import { spaGatesRoute, spaLiveRoute } from './routes/spa/account/live.ts';
import { twoFactorRoutes } from './routes/spa/account/two-factor.ts';
import { userRoutes } from './routes/spa/account/user.ts';
import { verificationRoutes } from './routes/spa/account/verification.ts';
import { spaClaimRoutes } from './routes/spa/claims/claims.ts';
import { conversionRoutes } from './routes/spa/conversions/conversions.ts';
import { dashboardRoutes } from './routes/spa/dashboard/dashboard.ts';
import { latestRoute } from './routes/spa/dashboard/latest.ts';
import { timeZoneRoute } from './routes/spa/dashboard/time-zone.ts';
import { spaDepositRoutes } from './routes/spa/deposits/deposits.ts';
import { spaDocumentRoutes } from './routes/spa/documents.ts';
import { spaBalanceRoutes } from './routes/spa/history/balances.ts';
import { historyRoutes } from './routes/spa/history/history.ts';
import { rateRoutes } from './routes/spa/history/rates.ts';
import { reportScheduleRoutes } from './routes/spa/history/report-schedules.ts';
import { reportRoutes } from './routes/spa/history/reports.ts';
import { integrationRoutes } from './routes/spa/integration/integration.ts';
import { spaSandboxRoutes } from './routes/spa/integration/sandbox.ts';
import { spaInvoiceRoutes } from './routes/spa/invoices/invoices.ts';
import { spaMassPayoutActRoutes } from './routes/spa/mass-payouts/acts.ts';
import { spaMassPayoutRoutes } from './routes/spa/mass-payouts/mass-payouts.ts';
import { paymentRequestRoutes } from './routes/spa/payment-requests/payment-requests.ts';
import { addressBookRoutes } from './routes/spa/payouts/address-book.ts';
import { moneyOutRoutes } from './routes/spa/payouts/money-out.ts';
import { ownLimitsRoutes } from './routes/spa/payouts/own-limits.ts';
import { spaPayoutCreateRoutes } from './routes/spa/payouts/payout-create.ts';
import { paymentMethodRoutes, withdrawalMethodRoutes } from './routes/spa/payouts/payout-methods.ts';
import { payoutSettingsRoutes } from './routes/spa/payouts/payout-settings.ts';
import { PAYOUTS } from './routes/spa/payouts/payouts.ts';
import { spaRefundCreateRoutes } from './routes/spa/refunds/refund-create.ts';
import { refundRequestRoutes } from './routes/spa/refunds/refund-requests.ts';
import { REFUNDS } from './routes/spa/refunds/refunds.ts';
import { auditRoutes } from './routes/spa/team/audit.ts';
import { invitationRoutes } from './routes/spa/team/invitations.ts';
import { teamRoutes } from './routes/spa/team/team.ts';
import { spaWithdrawalCreateRoutes } from './routes/spa/withdrawals/withdrawal-create.ts';
import { spaWithdrawalRoutes } from './routes/spa/withdrawals/withdrawals.ts';
import { staffAlertRoutes } from './routes/staff/alerts.ts';
import { staffAuthRoutes } from './routes/staff/auth.ts';
import { staffBankRoutes } from './routes/staff/bank.ts';
import { staffBankMatchRoutes } from './routes/staff/bank-matches.ts';
import { staffCaseRoutes } from './routes/staff/cases.ts';
import { staffClaimRoutes } from './routes/staff/claims.ts';
import { staffCodecRoutes, useCodecOrigin } from './routes/staff/codec.ts';
import { staffContactRoutes } from './routes/staff/contacts.ts';
import { staffCustodyRoutes } from './routes/staff/custody.ts';
import { staffDebtRoutes } from './routes/staff/debts.ts';
import { staffDeletionRoutes } from './routes/staff/deletions.ts';
import { staffOperationRoutes } from './routes/staff/operations.ts';
import { staffRecordRoutes } from './routes/staff/records.ts';
import { staffReportRoutes } from './routes/staff/reports.ts';
import { staffTransferRoutes } from './routes/staff/transfers.ts';
import { staffTreasuryRoutes } from './routes/staff/treasury.ts';
import { staffUpdateRoutes } from './routes/staff/updates.ts';
import { statusRoute } from './routes/status.ts';
import { systemRoutes } from './routes/system.ts';
import { balanceRoutes } from './routes/v1/balances.ts';
import { depositRoutes } from './routes/v1/deposits.ts';
import { eventRoutes } from './routes/v1/events.ts';
import { gateRoutes } from './routes/v1/gates.ts';
import { invoiceRoutes } from './routes/v1/invoices.ts';
import { massPayoutRoutes } from './routes/v1/mass-payouts.ts';
import { payoutRoutes } from './routes/v1/payouts.ts';
import { refundRoutes } from './routes/v1/refunds.ts';
import { sandboxRoutes } from './routes/v1/sandbox.ts';
import { webhookRoutes } from './routes/v1/webhooks.ts';
import { withdrawalRoutes } from './routes/v1/withdrawals.ts';
import { verificationWebhookRoute } from './routes/verification-webhook.ts';
import { wellKnownRoutes } from './routes/well-known.ts';
import { openPages, type PageOf } from './site-pages.ts';
import { useUploadSeats } from './uploads/seats.ts';

/** More than a page of the back office asks for at once. Ten is also how many database connections a process has. */
const TURNS = { atOnce: { user: 6, merchant: 8 }, waiting: { user: 100, merchant: 200 } } as const;

/** Every body of the contract fits; a larger one is refused before it is read. */
const MAX_BODY_BYTES = 64 * 1024;

/** The whole server, ready to listen or to be asked by `inject`. It closes what it opened, not what it was given. */
export async function buildServer(options: ServerOptions, logger?: FastifyBaseLogger): Promise<App> {
  const deps = withRealClock(options);
  const app = openFastify(deps, logger);
  useRouteTable(app);
  useStandardAnswers(app);
  await deps.prepare?.(app);
  await usePlugins(app, deps);
  const accounts = createAccounts(deps);
  const staffDoor = createStaffDoor(deps);
  useCodecOrigin(app, deps.config);
  useGuard(app, { deps, secrets: accounts.secrets, csrf: accounts.csrf, staffDoor });
  useTurns(app, TURNS);
  useVisitors(app, deps.db, accounts.secrets);
  useDocuments(app, deps, accounts.secrets);
  useMetrics(app, deps.registry ?? createRegistry('api'), deps.config.metricsToken);

  const folders = { ...FRONT_ENDS, ...deps.frontEnds };
  await serveAssets(app, assetsOf(folders));
  useErrorPages(app, folders.site, deps.config);
  systemRoutes(app);
  tokenRoutes(app, deps);
  payerRoutes(app, deps, accounts);
  await claimRoutes(app, deps, accounts);
  invoicePageRoute(app, deps, invoicePageFiles(folders.invoicePage));
  app.decorate('unknownPage', adminPageRoutes(app, join(folders.admin, 'index.html'), deps.config));
  personRoutes(app, deps, accounts);
  await merchantRoutes(app, deps, accounts);
  await staffRoutes(app, deps, staffDoor);
  const readiness = deps.readiness ?? readinessOf([databaseProbe(deps.db)]);
  healthRoutes(app, readiness);
  documentRoutes(app, deps);
  const page = openPages(join(folders.site, 'pages'), deps);
  await siteRoutes(app, page, deps, accounts);
  if (deps.config.hasSite) {
    statusRoute(app, folders.site, deps, readiness);
    searchRoute(app, folders.site, deps);
  }
  consentRoutes(app, page, accounts);
  wellKnownRoutes(app, deps);
  await visitorFormRoutes(app, page, deps, accounts);
  await app.ready();
  return app;
}

function openFastify({ config, randomUuid }: ServerDeps, logger: FastifyBaseLogger | undefined): App {
  return Fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    bodyLimit: MAX_BODY_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUuid(),
    childLoggerFactory: (parent, bindings, options, { headers }) =>
      parent.child({ ...bindings, ...callerTraceOf(headers.traceparent) }, options),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(config.publicUrl, randomUuid),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      reply.pagePolicy = { nonce: null, ancestors: [], widget: [], isListed: false };
      hardenAnswer(reply, config.publicUrl);
      void reply.header('x-request-id', request.id);
      answerError(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
}

/** What every call passes, in this order. */
async function usePlugins(app: App, { config, now, randomBytes }: ServerDeps): Promise<void> {
  useTracing(app);
  await app.register(cookie);
  useCookieNames(app, config.publicUrl);
  useValidation(app);
  useSerialization(app);
  useJsonBodies(app);
  useErrors(app);
  useSecurityHeaders(app, config.publicUrl, randomBytes);
  useRequestContext(app);
  useSilentConnections(app);
  useDraining(app);
  useClosing(app);
  useUploadSeats(app);
  useDownloads(app);
  useEventStreams(app, {
    now,
    heartbeatMs: 10_000,
    maxPerAddress: 200,
    maxPerUser: 30,
    maxPerMerchant: 150,
    max: 5000,
  });
}

/** For shops, which call with an API token. */
function tokenRoutes(app: App, deps: ServerDeps): void {
  invoiceRoutes(app, deps);
  gateRoutes(app, deps);
  balanceRoutes(app, deps);
  eventRoutes(app, deps);
  payoutRoutes(app, deps);
  depositRoutes(app, deps);
  withdrawalRoutes(app, deps);
  massPayoutRoutes(app, deps);
  refundRoutes(app, deps);
  webhookRoutes(app, deps);
  sandboxRoutes(app, deps);
}

/** For the pages of payers. */
function payerRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  customerInvoiceRoutes(app, deps);
  customerEventRoutes(app, deps);
  customerDocumentRoutes(app, deps);
  documentVerificationRoute(app, deps);
  refundRequestRoute(app, deps);
  refundLinkRoute(app, deps, accounts);
}

/** For people of merchants: signing in, their account and team, and what was done. */
function personRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  sessionRoutes(app, deps, accounts);
  deviceRoutes(app, deps, accounts);
  passwordRoutes(app, deps, accounts);
  signUpRoutes(app, deps, accounts);
  firstPasswordRoutes(app, deps, accounts);
  userRoutes(app, deps);
  twoFactorRoutes(app, accounts);
  accountRoutes(app, deps, accounts);
  accountLogRoutes(app, accounts);
  legalRoutes(app, deps);
  teamRoutes(app, accounts);
  invitationRoutes(app, deps, accounts);
  invitationLinkRoutes(app, deps, accounts);
  auditRoutes(app, deps);
  historyRoutes(app, deps);
  reportRoutes(app, deps, accounts);
  reportScheduleRoutes(app, deps);
}

/** For the back office of merchants. */
async function merchantRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  await verificationRoutes(app, accounts);
  await verificationWebhookRoute(app, deps);
  spaInvoiceRoutes(app, deps);
  paymentRequestRoutes(app, deps, accounts);
  await requestPageRoutes(app, deps, accounts);
  moneyOutRoutes(app, deps, accounts, PAYOUTS);
  spaPayoutCreateRoutes(app, deps, accounts);
  spaMassPayoutRoutes(app, deps);
  await spaMassPayoutActRoutes(app, deps, accounts);
  moneyOutRoutes(app, deps, accounts, REFUNDS);
  spaRefundCreateRoutes(app, deps, accounts);
  refundRequestRoutes(app, deps, accounts);
  payoutSettingsRoutes(app, accounts);
  ownLimitsRoutes(app, deps, accounts);
  addressBookRoutes(app, deps, accounts);
  paymentMethodRoutes(app, deps, accounts);
  withdrawalMethodRoutes(app, deps, accounts);
  spaWithdrawalCreateRoutes(app, deps, accounts);
  spaDepositRoutes(app, deps);
  spaClaimRoutes(app, deps, accounts);
  spaWithdrawalRoutes(app, deps, accounts);
  await integrationRoutes(app, deps, accounts);
  spaSandboxRoutes(app, deps);
  spaLiveRoute(app, deps);
  spaGatesRoute(app, deps);
  spaBalanceRoutes(app, deps);
  dashboardRoutes(app, deps);
  latestRoute(app, deps);
  timeZoneRoute(app, accounts);
  spaDocumentRoutes(app, deps);
  rateRoutes(app, deps);
  conversionRoutes(app, deps, accounts);
}

/** For visitors who write: calls, pages with forms, and links of newsletters. */
async function visitorFormRoutes(app: App, page: PageOf, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const gate = createFormGate(deps, accounts.secrets);
  contactRoutes(app, accounts, gate);
  await newsletterRoutes(app, deps);
  if (deps.config.hasSite) await siteFormRoutes(app, { page, accounts, gate });
}

/** For the compliance console, and the Web UI of Temporal. */
async function staffRoutes(app: App, deps: ServerDeps, staffDoor: StaffDoor): Promise<void> {
  staffAuthRoutes(app, deps, staffDoor);
  staffCaseRoutes(app, staffDoor, deps.config);
  staffOperationRoutes(app, staffDoor);
  staffReportRoutes(app, staffDoor);
  staffCustodyRoutes(app, staffDoor);
  staffAlertRoutes(app, staffDoor);
  staffBankRoutes(app, staffDoor);
  staffBankMatchRoutes(app, staffDoor);
  staffDebtRoutes(app, staffDoor);
  staffTreasuryRoutes(app, staffDoor);
  staffTransferRoutes(app, staffDoor, deps.config);
  staffClaimRoutes(app, staffDoor, deps.config);
  staffDeletionRoutes(app, staffDoor);
  staffContactRoutes(app, staffDoor);
  staffUpdateRoutes(app, staffDoor);
  staffRecordRoutes(app, staffDoor);
  await staffCodecRoutes(app, staffDoor, deps);
}

const FRONT_ENDS = {
  invoicePage: join(import.meta.dirname, '../invoice-page/dist'),
  admin: join(import.meta.dirname, '../admin/dist'),
  site: join(import.meta.dirname, '../site/dist'),
};

/** Vite puts the hashed files of the back office into a folder of their own, those of the page into `assets`. */
function assetsOf({ invoicePage, admin, site }: FrontEndFolders): FrontEnd[] {
  return [
    { files: join(invoicePage, 'client'), prefix: '/invoice-assets/' },
    { files: join(admin, 'admin-assets'), prefix: '/admin-assets/' },
    { files: join(site, 'site-assets'), prefix: '/site-assets/' },
  ];
}
