import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Exact } from '../../../../contract/basics.ts';
import { Gate } from '../../../../contract/gates.ts';
import { stillSignedIn } from '../../../../db/accounts/sessions.ts';
import type { LiveMessage } from '../../../../db/core/live.ts';
import { networkFees } from '../../../../db/payouts/network-fees.ts';
import { payoutSettings } from '../../../../db/payouts/settings.ts';
import { readFeePlan } from '../../../../db/shops/fee-plan.ts';
import { profileIdOf, readProfileGates } from '../../../../db/shops/profiles.ts';
import { CRYPTO_GATES } from '../../../../domain/assets/assets.ts';
import type { App } from '../../../app.ts';
import { sessionCookieOf } from '../../../auth/cookies.ts';
import { userOf } from '../../../auth/guard.ts';
import { shopEvents } from '../../../auth/shop-events.ts';
import type { ServerDeps } from '../../../deps.ts';
import type { EventStream } from '../../../live/event-streams.ts';
import { presentGates } from '../../../presenters/gates.ts';
import { shopRoute, userRoute } from '../../../route-options.ts';

/** `GET /spa/{profile}/live`: which invoices and payouts of the profile changed, as Server-Sent Events. */
export function spaLiveRoute(app: App, { db, live, checkSessionsEveryMs = 10_000 }: ServerDeps): void {
  const open = new Map<EventStream, string>();
  // A session may also end by the clock, or without anybody who tells: then the next look ends its streams.
  const look = setInterval(() => void endWithoutSession().catch(() => undefined), checkSessionsEveryMs);
  look.unref();
  app.addHook('preClose', async () => clearInterval(look));

  async function endWithoutSession(): Promise<void> {
    // Streams that open while the database answers are left to the next look.
    const looked = [...open];
    if (looked.length === 0) return;
    const holding = await stillSignedIn(db, [...new Set(looked.map(([, cookie]) => cookie))]);
    for (const [stream, cookie] of looked) if (!holding.has(cookie)) stream.end();
  }

  app.get(
    '/spa/:profile/live',
    shopRoute('merchant_invoice_viewAny', {
      summary: 'Follow changes',
      description:
        'Server-Sent Events: `invoice`, `deposit`, `payout`, `refund`, `withdrawal`, `mass_payout` or `card_order` with ' +
        'id, status and version; `refresh` when events may have been missed; `heartbeat` every 10 s.',
      response: {
        200: { description: 'An event stream.', content: { 'text/event-stream': { schema: Type.String() } } },
      },
    }),
    async (request, reply) => {
      const { id: userId, merchant } = userOf(request);
      const followed = await shopEvents(db, request);
      const stream = app.eventStreams.open(request, reply, { userId, merchantId: merchant.id });
      const hear = (readable: ReadonlySet<string>, message: LiveMessage | null) => {
        const change = changeOf(message);
        if (change === null) return stream.send({ event: 'refresh', data: '{}' });
        const { entity, id, status, version } = change;
        if (readable.has(entity)) stream.send({ event: entity, data: JSON.stringify({ id, status, version }) });
      };
      for (const { profileId, kinds } of followed) {
        const readable = new Set<string>(kinds);
        stream.onClose(live.subscribe(profileId, (message) => hear(readable, message)));
      }
      endWithSession(stream, request);
      return reply;
    },
  );

  /**
   * A stream outlives the call that opened it, but never the session: who was signed out or blocked hears nothing more
   * (hazard 61).
   */
  function endWithSession(stream: EventStream, request: FastifyRequest): void {
    const cookie = sessionCookieOf(request) ?? '';
    open.set(stream, cookie);
    stream.onClose(() => open.delete(stream));
    const leave = live.subscribe(userOf(request).id, () => {
      // Where the database does not answer, nothing is heard from it either; the next message asks again.
      stillSignedIn(db, [cookie]).then(
        (holding) => holding.has(cookie) || stream.end(),
        () => undefined,
      );
    });
    stream.onClose(leave);
  }
}

/** The object that changed, by the name of its event; null where everything has to be read again. */
function changeOf(message: LiveMessage | null) {
  if (message === null) return null;
  if ('entity' in message) return message;
  if ('card' in message) return { ...message, entity: 'card_order', id: message.card };
  return 'invoice' in message ? { ...message, entity: 'invoice', id: message.invoice } : null;
}

/** The gates of the active mode. */
export function spaGatesRoute(app: App, { db, config }: ServerDeps): void {
  app.get(
    '/spa/gates',
    userRoute(null, { summary: 'List gates', response: { 200: Exact({ data: Type.Array(Gate) }) } }),
    async (request) => {
      const { merchant, activeMode: mode, activeShopId: shopId } = userOf(request);
      const profileId = await profileIdOf(db, merchant.id, { mode, shopId });
      const [fees, enabled, charged] = await Promise.all([
        readFeePlan(db, merchant.id),
        readProfileGates(db, profileId),
        networkFees(db, payoutSettings(config), { mode, merchantId: merchant.id, gateIds: CRYPTO_GATES }),
      ]);
      return { data: presentGates({ config, mode, fees, enabled, networkFees: charged }) };
    },
  );
}
