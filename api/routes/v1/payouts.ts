import { Data, IdParams, Page, ValidateOnlyQuery } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PayoutListQuery } from '../../../contract/lists.ts';
import { CreatePayoutBody, Payout } from '../../../contract/payouts.ts';
import { presentPayout } from '../../../contract/payouts.view.ts';
import { cancelPayout } from '../../../db/payouts/commands.ts';
import { createPayout } from '../../../db/payouts/create.ts';
import { listPayouts } from '../../../db/payouts/list.ts';
import { readPayout } from '../../../db/payouts/read.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import { parseId } from '../../../domain/ids.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import { requireOwnDraft } from '../../auth/own-drafts.ts';
import type { ServerDeps } from '../../deps.ts';
import { listAnswer } from '../../list-answer.ts';
import { answerOnce, IdempotencyHeaders, RequiredIdempotencyHeaders } from '../../plugins/idempotency.ts';
import { toPayoutQuery, toPayoutRequest } from '../../presenters/payouts.ts';
import { tokenRoute } from '../../route-options.ts';

/** Payouts: create, list, get, cancel. */
export function payoutRoutes(app: App, deps: ServerDeps): void {
  createRoute(app, deps);
  readRoutes(app, deps);
  cancelRoute(app, deps);
}

function createRoute(app: App, { db, config, now }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.post(
    '/api/v1/payouts',
    tokenRoute('Payouts', ['payout', 'payout_draft'], {
      operationId: 'createPayout',
      summary: 'Create a payout',
      description:
        'Holds the amount and sends it. The same `Idempotency-Key` never sends twice. If the profile requires an ' +
        'approval, or the token has `payout_draft` only, the payout stays `new` until a person approves it.',
      headers: RequiredIdempotencyHeaders,
      body: CreatePayoutBody,
      querystring: ValidateOnlyQuery,
      response: { 200: Data(Payout), 201: Data(Payout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const { body } = request;
      const { reference = null, description = null } = body;
      const requested = toPayoutRequest(body);
      return answerOnce(
        request,
        reply,
        { db, ...bearer, locksMoney: true, validateOnly: request.query.validate_only },
        async (tx) => {
          const payout = await createPayout(tx, settings, {
            ...requested,
            reference,
            description,
            profileId: bearer.profileId,
            by: { kind: 'token', id: bearer.tokenId },
            nowMs: now(),
          });
          return { status: 201, data: presentPayout(payout) };
        },
      );
    },
  );
}

function readRoutes(app: App, { db }: ServerDeps): void {
  app.get(
    '/api/v1/payouts',
    tokenRoute('Payouts', READS_PAYOUTS, {
      operationId: 'listPayouts',
      summary: 'List payouts',
      description: 'Newest first unless sorted otherwise.',
      querystring: PayoutListQuery,
      response: { 200: Page(Payout) },
    }),
    async (request) => {
      const query = toPayoutQuery(request.query, { profileId: bearerOf(request).profileId, kind: 'payout' });
      const { payouts, total } = await listPayouts(db, query);
      return listAnswer(payouts.map(presentPayout), total, query);
    },
  );

  app.get(
    '/api/v1/payouts/:id',
    tokenRoute('Payouts', READS_PAYOUTS, {
      operationId: 'getPayout',
      summary: 'Get a payout',
      params: IdParams,
      response: { 200: Data(Payout) },
    }),
    async (request) => {
      const { profileId } = bearerOf(request);
      return { data: presentPayout(await readPayout(db, parseId(request.params.id), { profileId, kind: 'payout' })) };
    },
  );
}

function cancelRoute(app: App, { db, now }: ServerDeps): void {
  app.post(
    '/api/v1/payouts/:id/cancel',
    tokenRoute('Payouts', ['payout', 'payout_draft'], {
      operationId: 'cancelPayout',
      summary: 'Cancel a payout',
      description:
        'Possible until its transaction is signed; the money returns to the balance. A token with `payout_draft` only ' +
        'cancels what it created itself.',
      params: IdParams,
      headers: IdempotencyHeaders,
      response: { 200: Data(Payout), ...errorResponses(409) },
    }),
    async (request, reply) => {
      const bearer = bearerOf(request);
      const payoutId = parseId(request.params.id);
      return answerOnce(request, reply, { db, ...bearer, locksMoney: true }, async (tx) => {
        const scope = { profileId: bearer.profileId, kind: 'payout' as const };
        const by = { kind: 'token', id: bearer.tokenId } as const;
        await requireOwnDraft(bearer, async () => (await readPayout(tx, payoutId, scope)).createdBy);
        return { status: 200, data: presentPayout(await cancelPayout(tx, { payoutId, scope, by, nowMs: now() })) };
      });
    },
  );
}
