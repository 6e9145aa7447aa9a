import { Data } from '../../../../contract/basics.ts';
import { CardOrderBody, CardPayment, CardVerification } from '../../../../contract/card-payment.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { createSecretBox, type SecretBox } from '../../../../db/core/secret-box.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { ServerDeps } from '../../../deps.ts';
import { hasCheckout } from './order-view.ts';
import { ownOrder } from './secret.ts';

const tags = ['Card purchase'];
const config = anyone('The secret of the order opens it, and nothing else does.');
const base = '/customer/card-payment/customer';
/** A link that has no end of its own: how long a page may use it before it gets another. */
const LINK_MS = 60_000;

/** Where the customer goes on at the seller: its page verifies the identity and charges the card. */
export function cardCheckoutRoutes(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  const box = createSecretBox(Buffer.from(deps.config.encryptionKey));
  app.post(
    `${base}/payment-token`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the page to pay on',
        description: 'Of an order in `payment` or `identity`. The address is for the customer alone, and for now.',
        body: CardOrderBody,
        response: { 200: Data(CardPayment), ...errorResponses(401, 404, 409) },
      },
    },
    async (request, reply) => {
      const row = await ownOrder(db, request, request.body.order_id);
      const page = pageOf(box, row, now());
      if (page === null) throw noCheckout(row);
      const data = { checkout_url: page.url, expires_at: page.until.toISOString() };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    `${base}/verification-token`,
    {
      config,
      schema: {
        tags,
        summary: 'Get the verification of the customer',
        description: 'The seller verifies who pays, on its own page.',
        body: CardOrderBody,
        response: { 200: Data(CardVerification), ...errorResponses(401, 404) },
      },
    },
    async (request, reply) => {
      const row = await ownOrder(db, request, request.body.order_id);
      const page = row.status === 'identity' ? pageOf(box, row, now()) : null;
      const until = page?.until.toISOString() ?? null;
      const data = { status: verificationOf(row), url: page?.url ?? null, expires_at: until };
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
}

/** The first page lasts a minute; later visits go to the one that shows the order. */
function pageOf(box: SecretBox, row: CardOrderRow, nowMs: number): { url: string; until: Date } | null {
  if (!hasCheckout(row, nowMs)) return null;
  const { checkoutUrl, checkoutUntil, payerUrl } = row;
  const open = (sealed: Buffer) => box.open(sealed, `card_order:${row.id}`);
  if (checkoutUrl !== null && checkoutUntil !== null && checkoutUntil.getTime() > nowMs) {
    return { url: open(checkoutUrl), until: checkoutUntil };
  }
  return payerUrl === null ? null : { url: open(payerUrl), until: new Date(nowMs + LINK_MS) };
}

function noCheckout({ status }: CardOrderRow): DomainError {
  const isOpen = status === 'payment' || status === 'identity' || status === 'placing';
  if (!isOpen) return new DomainError('illegal_transition');
  const message = 'The page to pay on is not ready. Check whether the price has to be confirmed, or try again soon.';
  return new DomainError('conflict', { message });
}

function verificationOf({ status, statusReason }: CardOrderRow): CardVerification['status'] {
  if (status === 'rejected' || statusReason === 'identity_refused') return 'refused';
  if (status === 'identity') return 'pending';
  const isPast = status === 'processing' || status === 'sending' || status === 'delivered' || status === 'charged_back';
  return isPast ? 'done' : 'not_started';
}
