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
import { createPartnerTouches } from './auth/partner-touch.ts';
import { createStaffDoor } from './auth/staff-door.ts';
import { type FrontEndFolders, type ServerDeps, type ServerOptions, withRealClock } from './deps.ts';
import { useDocuments } from './documents/desk.ts';
import { useDownloads } from './downloads.ts';
import { createFormGate } from './forms/form-gate.ts';
import { STREAMS_PER_USER, useEventStreams } from './live/event-streams.ts';
import { usePayerLook } from './pages/payer-page.ts';
import { useJsonBodies } from './plugins/body.ts';
import { useClosing } from './plugins/closing.ts';
import { useDraining } from './plugins/draining.ts';
import { useErrorPages } from './plugins/error-pages.ts';
import { answerError, useErrors } from './plugins/errors.ts';
import { healthRoutes } from './plugins/health.ts';
import { useLeniency } from './plugins/leniency.ts';
import { useMetrics } from './plugins/metrics.ts';
import { callerTraceOf, useRequestContext, useTracing } from './plugins/request-context.ts';
import { useRequestLog } from './plugins/request-log.ts';
import { useRouteTable } from './plugins/route-table.ts';
import { hardenAnswer, useSecurityHeaders } from './plugins/security-headers.ts';
import { useSerialization } from './plugins/serialization.ts';
import { useSilentConnections } from './plugins/silent-connections.ts';
import { useStandardAnswers } from './plugins/standard-answers.ts';
import { type FrontEnd, serveAssets } from './plugins/static-pages.ts';
import { useTurns } from './plugins/turns.ts';
import { answerUnreadable } from './plugins/unreadable-requests.ts';
import { useValidation } from './plugins/validation.ts';
import { useVersions } from './plugins/versions.ts';
import { useVisitors } from './plugins/visitors.ts';
import { adminPageRoutes } from './routes/admin-page.ts';
import { articleAnswerRoutes } from './routes/article-answers.ts';
import { tokenAuthorizeRoutes } from './routes/authorize.ts';
import { cardPartnerWebhookRoute } from './routes/card-partner-webhook.ts';
import { cmsPluginRoutes } from './routes/cms-plugins.ts';
import { consentRoutes } from './routes/consent.ts';
import { contactRoutes } from './routes/contact.ts';
import { cardPaymentRoutes } from './routes/customer/card-payment/index.ts';
import { claimRoutes } from './routes/customer/claim.ts';
import { helpRoutes } from './routes/customer/help.ts';
import { payerRoutes } from './routes/customer/index.ts';
import { invoicePageFiles, invoicePageRoute } from './routes/customer/page.ts';
import { rateTicketRoutes } from './routes/customer/rate-ticket.ts';
import { removeEmailRoutes } from './routes/customer/remove-email.ts';
import { documentRoutes } from './routes/docs.ts';
import { embedRoute } from './routes/embed/script.ts';
import { faviconRoute } from './routes/favicon.ts';
import { greenfieldRoutes } from './routes/greenfield/index.ts';
import { guideRoutes } from './routes/guides.ts';
import { newsletterRoutes } from './routes/newsletter.ts';
import { partnerLinkRoute } from './routes/partner-link.ts';
import { reserveRoutes } from './routes/reserves.ts';
import { sdkArchiveRoutes } from './routes/sdk-archives.ts';
import { referenceSearchRoute, searchRoute } from './routes/search.ts';
import { siteRoutes } from './routes/site.ts';
import { siteFormRoutes } from './routes/site-forms.ts';
import { merchantRoutes, personRoutes } from './routes/spa/index.ts';
import { useCodecOrigin } from './routes/staff/codec.ts';
import { staffRoutes } from './routes/staff/index.ts';
import { statusRoute } from './routes/status.ts';
import { systemRoutes } from './routes/system.ts';
import { tokenRoutes } from './routes/v1/index.ts';
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
  const registry = deps.registry ?? createRegistry('api');
  useMetrics(app, registry, deps.config.metricsToken);
  useRequestLog(app, deps, registry);

  const folders = { ...FRONT_ENDS, ...deps.frontEnds };
  await serveAssets(app, assetsOf(folders));
  useErrorPages(app, folders.site, deps.config);
  usePayerLook(app, folders.invoicePage);
  systemRoutes(app);
  tokenRoutes(app, deps, accounts.secrets);
  payerRoutes(app, deps, accounts);
  await claimRoutes(app, deps, accounts);
  await helpRoutes(app, deps, accounts);
  await removeEmailRoutes(app, deps);
  await rateTicketRoutes(app, deps);
  cardPaymentRoutes(app, deps, accounts, folders.invoicePage);
  await cardPartnerWebhookRoute(app, deps);
  const invoicePage = invoicePageRoute(app, deps, invoicePageFiles(folders.invoicePage));
  embedRoute(app);
  await tokenAuthorizeRoutes(app, deps, accounts);
  await greenfieldRoutes(app, deps, accounts, invoicePage);
  app.decorate('unknownPage', adminPageRoutes(app, join(folders.admin, 'index.html'), deps.config));
  partnerLinkRoute(app, accounts, createPartnerTouches(deps, accounts));
  personRoutes(app, deps, accounts);
  await merchantRoutes(app, deps, accounts);
  await staffRoutes(app, deps, staffDoor);
  const readiness = deps.readiness ?? readinessOf([databaseProbe(deps.db)]);
  healthRoutes(app, readiness);
  documentRoutes(app, deps);
  guideRoutes(app, deps);
  cmsPluginRoutes(app);
  sdkArchiveRoutes(app, folders.sdkArchives, deps.config);
  const page = openPages(join(folders.site, 'pages'), deps);
  await siteRoutes(app, page, deps, accounts);
  if (deps.config.hasSite) {
    statusRoute(app, folders.site, deps, readiness);
    searchRoute(app, folders.site, deps);
  }
  referenceSearchRoute(app, folders.site, deps);
  faviconRoute(app, folders.site);
  reserveRoutes(app, folders.site, deps);
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

/** Plugins that every call passes, in this order. */
async function usePlugins(app: App, deps: ServerDeps): Promise<void> {
  const { config, now, randomBytes } = deps;
  useTracing(app);
  await app.register(cookie);
  useCookieNames(app, config.publicUrl);
  useValidation(app);
  useSerialization(app);
  useJsonBodies(app);
  useLeniency(app);
  useVersions(app, deps);
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
    maxPerUser: STREAMS_PER_USER,
    maxPerMerchant: 150,
    max: 5000,
  });
}

/** For visitors who write: calls, pages with forms, and links of newsletters. */
async function visitorFormRoutes(app: App, page: PageOf, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const gate = createFormGate(deps, accounts.secrets);
  contactRoutes(app, accounts, gate);
  await newsletterRoutes(app, deps);
  if (!deps.config.hasSite) return;
  await siteFormRoutes(app, { page, accounts, gate });
  await articleAnswerRoutes(app, page, deps, accounts);
}

const FRONT_ENDS = {
  invoicePage: join(import.meta.dirname, '../invoice-page/dist'),
  admin: join(import.meta.dirname, '../admin/dist'),
  site: join(import.meta.dirname, '../site/dist'),
  sdkArchives: join(import.meta.dirname, '../packages/dist'),
};

/** Vite puts the hashed files of the back office into a folder of their own, those of the page into `assets`. */
function assetsOf({ invoicePage, admin, site }: FrontEndFolders): FrontEnd[] {
  return [
    { files: join(invoicePage, 'client'), prefix: '/invoice-assets/' },
    { files: join(admin, 'admin-assets'), prefix: '/admin-assets/' },
    { files: join(site, 'site-assets'), prefix: '/site-assets/' },
  ];
}
