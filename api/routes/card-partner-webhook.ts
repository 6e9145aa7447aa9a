import { Type } from 'typebox';
import { cardWebhookOf } from '../../activities/card-partner/accounts.ts';
import { isFromPartner, readWebhook } from '../../activities/card-partner/webhook.ts';
import { Exact, ModeSchema } from '../../contract/basics.ts';
import { lookAtCardOrder } from '../../db/card-orders/act.ts';
import { findWithNews } from '../../db/card-orders/news.ts';
import { type Db, inTransaction, retrying } from '../../db/core/sequelize.ts';
import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { anyoneUnlimited } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { readRawBodies } from '../plugins/raw-body.ts';

/**
 * Where the seller of coins by card says that an order has news. Nothing of it is believed: the order is fetched by its
 * workflow, so a repeated, late or reordered one only leads to one more look. It signs the bytes, so they are not
 * parsed before the signature was checked.
 */
export async function cardPartnerWebhookRoute(app: App, { db, config, now }: ServerDeps): Promise<void> {
  await app.register(async (scope) => {
    readRawBodies(scope);
    scope.post<{ Params: { mode: Mode } }>(
      '/webhooks/card-partner/:mode',
      {
        config: anyoneUnlimited('The seller signs what it sends.'),
        schema: { hide: true, params: Exact({ mode: ModeSchema }), response: { 204: Type.Null() } },
      },
      async (request, reply) => {
        const { body, headers, params } = request;
        const expected = cardWebhookOf(config, params.mode);
        if (expected === null || !Buffer.isBuffer(body)) throw new DomainError('unauthenticated');
        const received = { path: expected.path, authorization: headers.authorization, body };
        if (!isFromPartner(received, expected.secret, now())) throw new DomainError('unauthenticated');
        const news = readWebhook(body);
        if (news !== null) await look(db, { ...news, mode: params.mode, nowMs: now() });
        return reply.code(204).send();
      },
    );
  });
}

interface News {
  readonly mode: Mode;
  readonly partnerId: string;
  readonly reference: string | null;
  readonly nowMs: number;
}

/** News of an order that is none of ours, or that has not been placed, needs nothing. */
async function look(db: Db, { nowMs, ...news }: News): Promise<void> {
  const row = await findWithNews(db, news);
  if (row === undefined) return;
  try {
    await retrying(() => inTransaction(db, (tx) => lookAtCardOrder(tx, row.id, nowMs)));
  } catch (error) {
    if (!isDomainError(error, 'illegal_transition')) throw error;
  }
}
