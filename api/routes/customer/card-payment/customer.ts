import type { FastifyRequest } from 'fastify';
import { Data } from '../../../../contract/basics.ts';
import {
  CardCodeSent,
  CardCustomer,
  CardCustomerBody,
  CardOrder,
  CardOrderQuery,
  CardSendCodeBody,
} from '../../../../contract/card-payment.ts';
import { maskEmail } from '../../../../contract/customer-invoice.view.ts';
import { errorResponses } from '../../../../contract/errors.ts';
import { takeTry, withinHour } from '../../../../db/accounts/lockouts.ts';
import {
  askByMail,
  checkCode,
  closeQuestion,
  findBound,
  type NewQuestion,
  resendCode,
  wrongCode,
} from '../../../../db/accounts/verification-codes.ts';
import { changeDraft } from '../../../../db/card-orders/create.ts';
import { verifiedCustomer } from '../../../../db/card-orders/customers.ts';
import { customerOf } from '../../../../db/card-orders/read.ts';
import type { CardOrderRow } from '../../../../db/card-orders/rows.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { networkOf } from '../../../../domain/assets/network.ts';
import { DomainError } from '../../../../domain/errors.ts';
import { anyone } from '../../../access.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { clientOf, languageOfRequest } from '../../../auth/client.ts';
import type { ServerDeps } from '../../../deps.ts';
import { presentCardOrder } from './order-view.ts';
import { ownOrder } from './secret.ts';

const tags = ['Card purchase'];
const config = anyone('The secret of the order opens it, and nothing else does.');
const base = '/customer/card-payment/customer';

/** Codes that are mailed for one order, to whatever addresses; and by one network in an hour. */
const CODES_OF_ORDER = { tries: 6, minutes: 24 * 60 } as const;
const CODES_PER_HOUR = 20;

/** Customers prove their email address with a code. The answers do not reveal whether an address has bought before. */
export function cardCustomerRoutes(app: App, deps: ServerDeps, { secrets }: Accounts): void {
  const { db, now } = deps;
  app.post(
    `${base}/send-code`,
    {
      config,
      schema: {
        tags,
        summary: 'Send a code by email',
        description: 'Six digits, valid for ten minutes. The answer is the same for every address.',
        body: CardSendCodeBody,
        response: { 200: Data(CardCodeSent), ...errorResponses(401, 404, 409, 429) },
      },
    },
    async (request) => {
      const { email, language = languageOfRequest(request) } = request.body;
      const row = await draftOf(deps, request, request.body.order_id);
      await takeTry(db, secrets, { scope: 'card:code:order', key: row.id, ...CODES_OF_ORDER });
      const scope = { scope: 'card:code', key: networkOf(request.ip), tries: CODES_PER_HOUR };
      await takeTry(db, secrets, withinHour(scope, now()));
      const to = { language, client: clientOf(request) };
      const times = await inTransaction(db, async (tx) => {
        const pending = await findBound(tx, questionOf(row, email));
        if (pending !== undefined) return resendCode(tx, secrets, pending, to);
        return askByMail(tx, secrets, { ...questionOf(row, email), ...to });
      });
      const { expiresInSeconds: expires_in, resendInSeconds: resend_in } = times;
      return { data: { email_masked: maskEmail(email), expires_in, resend_in } };
    },
  );

  app.post(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Confirm the email address',
        body: CardCustomerBody,
        response: { 200: Data(CardOrder), ...errorResponses(401, 404, 409, 422, 429) },
      },
    },
    async (request) => {
      const { email, code } = request.body;
      const row = await draftOf(deps, request, request.body.order_id);
      const question = await findBound(db, questionOf(row, email));
      if (question === undefined) throw wrongCode();
      await checkCode(db, secrets, { code, client: clientOf(request), question });
      const changed = await inTransaction(db, async (tx) => {
        await closeQuestion(tx, question);
        const { mode, country } = row;
        const customerId = await verifiedCustomer(tx, { mode, country, email, nowMs: now() });
        return changeDraft(tx, row.id, { customerId, termsAcceptedAt: new Date(now()) }, now());
      });
      return { data: await presentCardOrder(deps, changed) };
    },
  );

  readCustomerRoute(app, deps);
}

function readCustomerRoute(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.get(
    base,
    {
      config,
      schema: {
        tags,
        summary: 'Get the customer of an order',
        querystring: CardOrderQuery,
        response: { 200: Data(CardCustomer), ...errorResponses(401, 404) },
      },
    },
    async (request) => {
      const customer = await customerOf(db, await ownOrder(db, request, request.query.order_id));
      if (customer === null) throw new DomainError('not_found');
      return { data: { email_masked: maskEmail(customer.email), verified: true } };
    },
  );
}

/** @throws DomainError `illegal_transition` once it is placed: its customer stays */
async function draftOf({ db }: ServerDeps, request: FastifyRequest, id: string): Promise<CardOrderRow> {
  const row = await ownOrder(db, request, id);
  if (row.status !== 'draft') throw new DomainError('illegal_transition');
  return row;
}

/** A code is of one order: with it, nobody confirms another one. */
function questionOf({ id, mode }: CardOrderRow, email: string): Omit<NewQuestion, 'language' | 'client'> {
  return { purpose: 'card_order', email, userId: null, bound: { order: id, mode } };
}
