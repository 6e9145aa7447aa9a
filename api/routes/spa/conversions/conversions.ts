import { Data, Page } from '../../../../contract/basics.ts';
import {
  Conversion,
  ConversionAmountQuery,
  ConversionListQuery,
  ConversionPairQuery,
  ConversionQuote,
  ConversionRate,
  ConvertBody,
} from '../../../../contract/conversions.ts';
import { presentConversion, presentQuote } from '../../../../contract/conversions.view.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { originOf } from '../../../../db/accounts/origins.ts';
import { convertAtQuote } from '../../../../db/conversions/convert.ts';
import { listConversions, readConversion } from '../../../../db/conversions/list.ts';
import { admitManualConversion, readOpenQuote } from '../../../../db/conversions/manual.ts';
import { conversionContextOf, makeConversionQuote, type QuoteRequest } from '../../../../db/conversions/quotes.ts';
import type { ConversionRow } from '../../../../db/conversions/rows.ts';
import type { Tx } from '../../../../db/core/sequelize.ts';
import { warnTeam } from '../../../../db/outflows/team-mails.ts';
import { gateDecimals } from '../../../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../../../domain/errors.ts';
import { parseId } from '../../../../domain/ids.ts';
import { parseAmount } from '../../../../domain/money/money.ts';
import { isConversionPossible } from '../../../../settings/hedging.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf } from '../../../auth/client.ts';
import { modeOf, type ProfileRequest, type ProfileScope, profileOf, userOf } from '../../../auth/guard.ts';
import { answerMoneyAct } from '../../../auth/money-act.ts';
import type { ServerDeps } from '../../../deps.ts';
import { listAnswer } from '../../../list-answer.ts';
import { RequiredIdempotencyHeaders } from '../../../plugins/idempotency.ts';
import { presentConversionRate, presentImpossible } from '../../../presenters/conversions.ts';
import { listQueryOf } from '../../../presenters/list-query.ts';
import { profileItemRoute, profileRoute } from '../../../route-options.ts';

const MAY = 'merchant_manualConversion_run';

/** `/spa/{profile}/manual-conversions`: prices, conversions at a quote, and what was converted. */
export function conversionRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  rateRoute(app, deps);
  quoteRoutes(app, deps);
  convertRoute(app, deps, accounts);
  readRoutes(app, deps);
}

function rateRoute(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  app.get(
    '/spa/:profile/manual-conversions/rate',
    profileRoute(MAY, {
      summary: 'Get the rate of a conversion',
      description: 'The rate of the moment, with fee, limits and whether the pair can be converted now.',
      querystring: ConversionPairQuery,
      response: { 200: Data(ConversionRate) },
    }),
    async (request) => {
      const owner = await productionOf(deps, request);
      const { from, to } = request.query;
      try {
        refuseWithoutExchange(deps);
        return { data: presentConversionRate({ from, to }, await conversionContextOf(db, owner, { from, to }), now()) };
      } catch (error) {
        if (!isDomainError(error, 'conversion_not_possible')) throw error;
        return { data: presentImpossible(error.message) };
      }
    },
  );
}

function quoteRoutes(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  const quoteRoute = (side: 'to' | 'from', description: string) =>
    app.get(
      `/spa/:profile/manual-conversions/amount-${side}`,
      profileRoute(MAY, {
        summary: side === 'to' ? 'Get what an amount converts to' : 'Get what an amount costs',
        description,
        querystring: ConversionAmountQuery,
        response: { 200: Data(ConversionQuote) },
      }),
      async (request) => {
        const owner = await productionOf(deps, request);
        refuseWithoutExchange(deps);
        const { from, to, amount } = request.query;
        const pair = { from, to, nowMs: now() };
        const requested: QuoteRequest =
          side === 'to'
            ? { ...pair, amountFromMinor: parseAmount(amount, gateDecimals(from)) }
            : { ...pair, amountToMinor: parseAmount(amount, gateDecimals(to)) };
        return { data: presentQuote(await makeConversionQuote(db, owner, requested)) };
      },
    );
  quoteRoute('to', '`amount` of `from` is given. The price is firm for 30 seconds and can be used once.');
  quoteRoute('from', '`amount` of `to` is wanted. The price is firm for 30 seconds and can be used once.');
}

function convertRoute(app: App, deps: ServerDeps, accounts: Accounts): void {
  const { now } = deps;
  app.post(
    '/spa/:profile/manual-conversions',
    profileRoute(MAY, {
      summary: 'Convert at a quote',
      description:
        'Both balances change at once, by exactly what the quote says. Users who have 2FA on need a 2FA code, unless ' +
        'the session is younger than five minutes. A merchant can convert 20 times within 24 hours; the team is ' +
        'notified of the first by email.',
      headers: RequiredIdempotencyHeaders,
      body: ConvertBody,
      response: { 201: Data(Conversion), ...errorResponses(404, 409, 429) },
    }),
    async (request, reply) => {
      const { mode, profileId } = await productionOf(deps, request);
      const requested = () => ({ profileId, quoteId: parseId(request.body.quote_id), nowMs: now() });
      return answerMoneyAct(accounts, request, reply, {
        proof: 'recent_sign_in',
        leaving: { profileId, kind: 'payout' },
        // A price that is gone uses up no code.
        async read(on) {
          refuseWithoutExchange(deps);
          await readOpenQuote(on, requested());
        },
        async work(tx) {
          const before = await admitManualConversion(tx, requested());
          const row = await convertAtQuote(tx, { ...requested(), by: userOf(request).id });
          if (before === 0) await warnOfConversion(tx, request, accounts, row);
          return row;
        },
        entry(row) {
          const { id, rate } = presentConversion(row);
          const { given, received } = amountsOf(row);
          const target = { kind: 'conversion', id, label: `${given} to ${received}` };
          return { action: 'conversion.done', target, data: { mode, rate } };
        },
        answer: { status: 201, present: presentConversion, locksMoney: true },
      });
    },
  );
}

/** Mails the whole team what the signed-in person converted. */
function warnOfConversion(tx: Tx, request: ProfileRequest, { secrets }: Accounts, row: ConversionRow): Promise<void> {
  const { fullName: by, merchant } = userOf(request);
  const values = { mode: row.mode, ...amountsOf(row), by, ...originOf(clientOf(request)) };
  return warnTeam(tx, secrets, merchant.id, { kind: 'balance_converted', values });
}

function amountsOf(row: ConversionRow) {
  const { amount_from, amount_to, from, to } = presentConversion(row);
  return { given: `${amount_from} ${from}`, received: `${amount_to} ${to}` };
}

function readRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.get(
    '/spa/:profile/manual-conversions',
    profileRoute(MAY, {
      summary: 'List manual conversions',
      querystring: ConversionListQuery,
      response: { 200: Page(Conversion) },
    }),
    async (request) => {
      const { profileId } = await productionOf(deps, request);
      const { status: _, ...listed } = request.query;
      const query = { profileId, ...listQueryOf(listed) };
      const { conversions, total } = await listConversions(db, query);
      return listAnswer(conversions.map(presentConversion), total, query);
    },
  );

  app.get(
    '/spa/:profile/manual-conversions/:id',
    profileItemRoute(MAY, { summary: 'Get a manual conversion', response: { 200: Data(Conversion) } }),
    async (request) => {
      const { profileId } = await productionOf(deps, request);
      return { data: presentConversion(await readConversion(db, parseId(request.params.id), { profileId })) };
    },
  );
}

/** Money of the sandbox is worth nothing, so there is nothing to convert by hand (spec §4). */
async function productionOf({ db }: ServerDeps, request: ProfileRequest): Promise<ProfileScope> {
  if (modeOf(request) !== 'production') {
    throw new DomainError('production_only', {
      message: 'Conversions are possible in production mode only. Switch to production mode first.',
    });
  }
  return profileOf(db, request);
}

/** Without an exchange nothing could bring the gateway's position back. */
function refuseWithoutExchange({ config }: ServerDeps): void {
  if (isConversionPossible(config, 'production')) return;
  throw new DomainError('conversion_not_possible', {
    message: 'Conversions are not offered at present: no exchange is connected. Please contact support.',
  });
}
