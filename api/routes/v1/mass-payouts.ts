import { Data, IdParams, Page, ValidateOnlyQuery } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  CreateMassPayoutBody,
  MassLineQuery,
  MassPayout,
  MassPayoutLine,
  MassPayoutListQuery,
} from '../../../contract/mass-payouts.ts';
import { presentMassPayout } from '../../../contract/mass-payouts.view.ts';
import { cancelMassPayout } from '../../../db/mass-payouts/commands.ts';
import { createMassPayout } from '../../../db/mass-payouts/create.ts';
import { listLines } from '../../../db/mass-payouts/lines.ts';
import { listMassPayouts } from '../../../db/mass-payouts/list.ts';
import { readMassPayout } from '../../../db/mass-payouts/read.ts';
import { massTerms } from '../../../db/mass-payouts/rules.ts';
import { runMassPayout } from '../../../db/mass-payouts/run.ts';
import { massSettings } from '../../../db/mass-payouts/settings.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import { requireOwnDraft } from '../../auth/own-drafts.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { checkLines } from '../../mass-payouts/check-lines.ts';
import { answerOnce, IdempotencyHeaders, RequiredIdempotencyHeaders } from '../../plugins/idempotency.ts';
import { presentMassLine, toLineQuery, toMassQuery } from '../../presenters/mass-payouts.ts';
import { tokenRoute } from '../../route-options.ts';
import { takeSeatFor } from '../../uploads/seats.ts';

/** Ten thousand lines with the longest addresses and references. */
const MAX_BODY_BYTES = 8_000_000;

/** Mass payouts: create and run, list, get, cancel. */
export function massPayoutRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  cancelRoute(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = massSettings(config);
  app.post(
    '/api/v1/mass-payouts',
    {
      ...tokenRoute('Mass payouts', ['payout', 'payout_draft'], {
        operationId: 'createMassPayout',
        summary: 'Create a mass payout',
        description:
          'Up to 10,000 payments: the total is held and they are sent. If any line is invalid, or the balance does ' +
          'not cover the total, nothing is sent; invalid fields are listed as `lines.<index>.<field>`. If the ' +
          'profile requires an approval, or the token has `payout_draft` only, the mass payout stays `pending` until a ' +
          'person approves it.',
        headers: RequiredIdempotencyHeaders,
        body: CreateMassPayoutBody,
        querystring: ValidateOnlyQuery,
        response: { 200: Data(MassPayout), 201: Data(MassPayout), ...errorResponses(409) },
      }),
      bodyLimit: MAX_BODY_BYTES,
      preParsing: takeSeatFor((request) => bearerOf(request).merchantId),
    },
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { profileId } = bearer;
      const { lines, fee_payer: feePayer } = request.body;
      const by = { kind: 'token', id: bearer.tokenId } as const;
      return answerOnce(
        request,
        reply,
        { db, ...bearer, locksMoney: true, validateOnly: request.query.validate_only },
        async (tx) => {
          const terms = await massTerms(tx, settings, profileId);
          const file = await checkLines(lines, terms.rules(feePayer));
          const nowMs = now();
          const input = { profileId, source: 'api', fileName: null, feePayer, file, by, nowMs } as const;
          const { id: massPayoutId } = await createMassPayout(tx, terms, input);
          const ran = await runMassPayout(tx, settings, { massPayoutId, scope: { profileId }, by, nowMs });
          return { status: 201, data: presentMassPayout(ran) };
        },
      );
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/mass-payouts',
    tokenRoute('Mass payouts', READS_PAYOUTS, {
      operationId: 'listMassPayouts',
      summary: 'List mass payouts',
      querystring: MassPayoutListQuery,
      response: { 200: Page(MassPayout) },
    }),
    async (request) => {
      const query = toMassQuery(request.query, bearerOf(request).profileId);
      const { massPayouts, total } = await listMassPayouts(db, query);
      return listAnswer(massPayouts.map(presentMassPayout), total, query);
    },
  );

  app.get(
    '/api/v1/mass-payouts/:id',
    tokenRoute('Mass payouts', READS_PAYOUTS, {
      operationId: 'getMassPayout',
      summary: 'Get a mass payout',
      params: IdParams,
      response: { 200: Data(MassPayout) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentMassPayout(await readMassPayout(db, parseId(request.params.id), { profileId })) };
    },
  );

  app.get(
    '/api/v1/mass-payouts/:id/lines',
    tokenRoute('Mass payouts', READS_PAYOUTS, {
      operationId: 'listMassPayoutLines',
      summary: 'List the lines of a mass payout',
      description: 'In file order, each with its result.',
      params: IdParams,
      querystring: MassLineQuery,
      response: { 200: Page(MassPayoutLine) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      const { id: massPayoutId } = await readMassPayout(db, parseId(request.params.id), { profileId });
      const query = toLineQuery(request.query, massPayoutId);
      const { lines, total } = await listLines(db, query);
      return listAnswer(lines.map(presentMassLine), total, query);
    },
  );
}

function cancelRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/api/v1/mass-payouts/:id/cancel',
    tokenRoute('Mass payouts', ['payout', 'payout_draft'], {
      operationId: 'cancelMassPayout',
      summary: 'Cancel a mass payout',
      description:
        'Cancels every line that is not a payout yet; its money returns to the balance. Payouts that exist continue. ' +
        'A token with `payout_draft` only cancels what it created itself.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 200: Data(MassPayout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const massPayoutId = parseId(request.params.id);
      return answerOnce(request, reply, { db, ...bearer, locksMoney: true }, async (tx) => {
        const scope = { profileId: bearer.profileId };
        const by = { kind: 'token', id: bearer.tokenId } as const;
        await requireOwnDraft(bearer, async () => (await readMassPayout(tx, massPayoutId, scope)).createdBy);
        const canceled = await cancelMassPayout(tx, { massPayoutId, scope, by, nowMs: now() });
        return { status: 200, data: presentMassPayout(canceled) };
      });
    },
  );
}
