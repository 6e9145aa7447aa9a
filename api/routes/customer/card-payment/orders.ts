import type { FastifyRequest } from 'fastify';
import { Data, IdParams } from '../../../../contract/basics.ts';
import {
  CardOrder,
  CardOrderBody,
  SetAddressBody,
  type UpdateCardOrder,
  UpdateCardOrderBody,
} from '../../../../contract/card-payment.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { acceptAmounts, cancelCardOrder, placeCardOrder } from '../../../../db/card-orders/act.ts';
import { changeDraft } from '../../../../db/card-orders/create.ts';
import { holdInvoice } from '../../../../db/card-orders/invoice-hold.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { readChainKind } from '../../../../db/chain/identity.ts';
import { inTransaction, retrying } from '../../../../db/core/sequelize.ts';
import { type PayoutSettings, payoutSettings } from '../../../../db/payouts/settings.ts';
import { gate } from '../../../../domain/assets/assets.ts';
import { mustAcceptAmounts } from '../../../../domain/card-orders/amounts.ts';
import type { PriceQuestion } from '../../../../domain/card-orders/offer.ts';
import { DomainError, isDomainError } from '../../../../domain/errors.ts';
import { type PayoutTarget, payoutTarget } from '../../../../domain/payouts/target.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { ServerDeps } from '../../../deps.ts';
import { termsOf } from './amount.ts';
import { type CardDesk, type OpenPrice, requireOffered } from './desk.ts';
import { givenMinor } from './offer.ts';
import { madeAt, presentCardOrder } from './order-view.ts';
import { ownOrder } from './secret.ts';

const tags = ['Card purchase'];
const config = anyone('The secret of the order opens it, and nothing else does.');
const base = '/customer/card-payment';
const answers = { 200: Data(CardOrder), ...errorResponses(401, 404, 409, 422, 503) };

/** An order of a customer: where the coins go, placing it, and following it. */
export function cardOrderRoutes(app: App, deps: ServerDeps, desk: CardDesk): void {
  addressRoute(app, deps);
  placeRoute(app, deps, desk);
  updateRoute(app, deps, desk);
  app.get(
    `${base}/orders/:id`,
    { config, schema: { tags, summary: 'Get an order', params: IdParams, response: answers } },
    async (request, reply) => {
      const row = await ownOrder(deps.db, request, request.params.id);
      const order = await presentCardOrder(deps, row, await presentPrice(desk, deps, { request, row }));
      return reply.header('cache-control', 'no-store').send({ data: order });
    },
  );
}

function addressRoute(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  const settings = payoutSettings(deps.config);
  app.post(
    `${base}/set-address`,
    {
      config,
      schema: {
        tags,
        summary: 'Set the address',
        description: 'Where the coins are sent to. Checked as the address of a payout is.',
        body: SetAddressBody,
        response: answers,
      },
    },
    async (request) => {
      const row = await ownOrder(db, request, request.body.order_id);
      if (row.invoiceId !== null) {
        throw new DomainError('conflict', { message: 'These coins go to the address of the invoice.' });
      }
      const { address, destination_tag: destinationTag = null } = request.body;
      const target = await targetOf(deps, settings, { row, address, destinationTag });
      const changed = await inTransaction(db, (tx) => changeDraft(tx, row.id, target, now()));
      return { data: await presentCardOrder(deps, changed) };
    },
  );
}

/** @throws DomainError `address_invalid`, `destination_tag_invalid`, `network_unavailable` */
async function targetOf(
  { db }: ServerDeps,
  settings: PayoutSettings,
  { row, ...wanted }: { row: CardOrderRow; address: string; destinationTag: string | null },
): Promise<PayoutTarget> {
  const of = gate(row.gateId);
  const { mode } = row;
  const { network } = of;
  return payoutTarget(of, wanted, {
    chain: settings.chainOf(mode, network, await readChainKind(db, { mode, network })),
    tokenContract: settings.tokenContract(mode),
    ownAccount: settings.ownAccount(mode, network),
  });
}

function placeRoute(app: App, deps: ServerDeps, desk: CardDesk): void {
  const { db, now } = deps;
  app.post(
    `${base}/orders`,
    {
      config,
      schema: {
        tags,
        summary: 'Place the order',
        description:
          'It is made at the seller, for the amounts that the customer saw. Repeating it answers with the same order. ' +
          '`quote_expired`: the price is over, accept `new_quote` first.',
        body: CardOrderBody,
        response: answers,
      },
    },
    async (request) => {
      const row = await ownOrder(db, request, request.body.order_id);
      if (row.status !== 'draft') return { data: await presentCardOrder(deps, row) };
      // Shop, country and coin may have been closed since the amount was set.
      const { offer } = await desk.open(row.profileId);
      requireOffered(offer, { ...row, currency: row.fiat });
      if (isPriceOver(row, now())) throw priceOver();
      const placed = await retrying(() =>
        inTransaction(db, async (tx) => {
          await holdInvoice(tx, row, now());
          return placeCardOrder(tx, row.id, now());
        }),
      );
      return { data: await presentCardOrder(deps, placed) };
    },
  );
}

function updateRoute(app: App, deps: ServerDeps, desk: CardDesk): void {
  const { db, now } = deps;
  app.patch(
    `${base}/orders/:id`,
    {
      config,
      schema: {
        tags,
        summary: 'Cancel an order or accept its price',
        description:
          '`cancel` is possible until it is paid. `accept_quote` names the two amounts of `new_quote` as the customer ' +
          'saw them: if they are no longer true, nothing is accepted.',
        params: IdParams,
        body: UpdateCardOrderBody,
        response: answers,
      },
    },
    async (request) => {
      const row = await ownOrder(db, request, request.params.id);
      const changed =
        request.body.action === 'cancel'
          ? await retrying(() => inTransaction(db, (tx) => cancelCardOrder(tx, row.id, now())))
          : await accept(desk, deps, { request, row, body: request.body });
      return { data: await presentCardOrder(deps, changed) };
    },
  );
}

interface Accepted {
  readonly request: FastifyRequest;
  readonly row: CardOrderRow;
  readonly body: UpdateCardOrder;
}

/** @throws DomainError `quote_expired` unless the amounts are those that count now */
async function accept(desk: CardDesk, deps: ServerDeps, { request, row, body }: Accepted): Promise<CardOrderRow> {
  const { db, now } = deps;
  const purchase = { gateId: row.gateId, currency: row.fiat };
  const seen = {
    fiatMinor: givenMinor(body.fiat_amount ?? '0', purchase, 'fiat', 'fiat_amount'),
    cryptoMinor: givenMinor(body.crypto_amount ?? '0', purchase, 'crypto', 'crypto_amount'),
  };
  const isSeen = (amounts: typeof seen) =>
    amounts.fiatMinor === seen.fiatMinor && amounts.cryptoMinor === seen.cryptoMinor;
  if (row.status === 'draft') {
    const question = questionAbout(row);
    const price = await desk.price(request, (await desk.open(row.profileId)).offer, question);
    if (!isSeen(price)) throw priceOver();
    return inTransaction(db, (tx) => changeDraft(tx, row.id, termsOf(question, price), now()));
  }
  if (mustAcceptAmounts(row) && !isSeen(madeAt(row))) throw priceOver();
  return retrying(() => inTransaction(db, (tx) => acceptAmounts(tx, row.id, seen, now())));
}

/** The price of the moment, of a draft whose own is over; null where none is needed, and while there is none. */
async function presentPrice(
  desk: CardDesk,
  { now }: ServerDeps,
  { request, row }: Pick<Accepted, 'request' | 'row'>,
): Promise<OpenPrice | null> {
  if (row.status !== 'draft' || !isPriceOver(row, now())) return null;
  try {
    return await desk.price(request, (await desk.open(row.profileId)).offer, questionAbout(row));
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}

/** The question that the customer asked with the amount. */
function questionAbout(row: CardOrderRow): PriceQuestion {
  const { mode, gateId, fiat: currency, method, country, fixedSide: given } = row;
  const minor = given === 'fiat' ? row.fiatMinor : row.cryptoMinor;
  return { mode, gateId, currency, method, country, given, minor };
}

function isPriceOver({ quoteExpiresAt }: CardOrderRow, nowMs: number): boolean {
  return nowMs > quoteExpiresAt.getTime();
}

function priceOver(): DomainError {
  return new DomainError('quote_expired', { message: 'The price has changed. Check the new one and confirm it.' });
}
