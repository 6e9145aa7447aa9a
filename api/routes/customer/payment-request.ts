import type { FastifyReply, FastifyRequest } from 'fastify';
import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { CustomerPaymentRequest, RequestInvoice } from '../../../contract/payment-requests.ts';
import { takeTry } from '../../../db/accounts/lockouts.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { findPaymentRequest, type OpenPaymentRequest } from '../../../db/payment-requests/read.ts';
import { currentInvoice, invoiceOfRequest } from '../../../db/payment-requests/requests.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { type Language, requestedLanguage } from '../../../domain/languages.ts';
import { REQUEST_PAGE } from '../../../domain/payment-requests/page-url.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { payTroublePage } from '../../pages/pay-page.ts';
import { requestGonePage, requestPage } from '../../pages/request-page.ts';
import { readButtons, refusalOf } from '../../plugins/forms.ts';
import { presentToRecipient, toRequestInvoice } from '../../presenters/payment-requests.ts';
import { INVOICE_TRIES } from './pay.ts';

const CAPABILITY = 'The id of the request is the capability.';

/** Routes for the recipient of a payment request: as JSON, and as a page whose button makes the invoice. */
export async function requestPageRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  jsonRoutes(app, deps, accounts);
  await pageRoutes(app, deps, accounts);
}

function jsonRoutes(app: App, deps: ServerDeps, accounts: Accounts): void {
  const payer = { config: anyone(CAPABILITY) };
  app.get(
    '/customer/payment-requests/:id',
    {
      ...payer,
      schema: {
        tags: ['Payer'],
        summary: 'Get a payment request',
        params: IdParams,
        response: { 200: Data(CustomerPaymentRequest) },
      },
    },
    async (request) => {
      const found = await find(deps, parseId(request.params.id));
      return { data: presentToRecipient(found, deps.config.publicUrl) };
    },
  );
  app.post(
    '/customer/payment-requests/:id/invoice',
    {
      ...payer,
      schema: {
        tags: ['Payer'],
        summary: 'Make the invoice of a payment request',
        description: 'Repeated, it answers with the same invoice, until that one has ended unpaid.',
        params: IdParams,
        response: { 200: Data(RequestInvoice), ...errorResponses(409, 422) },
      },
    },
    async (request) => {
      const found = await find(deps, parseId(request.params.id));
      const id = await pay(deps, accounts, { request, found });
      return { data: { invoice_id: id, invoice_url: `${deps.config.publicUrl}/invoice/${id}` } };
    },
  );
}

type PageRequest = FastifyRequest<{ Querystring: { request?: string; lang?: string } }>;

async function pageRoutes(app: App, deps: ServerDeps, accounts: Accounts): Promise<void> {
  const options = { config: anyone(CAPABILITY), schema: { hide: true } };
  app.get(REQUEST_PAGE, options, async (request: PageRequest, reply) =>
    answer(deps, { request, reply }, async (found, language) => {
      const action = `${REQUEST_PAGE}?request=${found.id}&lang=${language}`;
      return requestPage(reply, language, {
        request: presentToRecipient(found, deps.config.publicUrl),
        action,
        lifetimeSeconds: deps.config.invoiceLifetimeSeconds,
      });
    }),
  );
  // A form without fields is read on this route only.
  await app.register(async (scope) => {
    readButtons(scope);
    scope.post(REQUEST_PAGE, options, async (request: PageRequest, reply) =>
      answer(deps, { request, reply }, async (found) =>
        reply.redirect(`/invoice/${await pay(deps, accounts, { request, found })}`, 303),
      ),
    );
  });
}

/** A person reads every answer: what the rules refuse is a page in words. */
async function answer(
  deps: ServerDeps,
  { request, reply }: { readonly request: PageRequest; readonly reply: FastifyReply },
  draw: (found: OpenPaymentRequest, language: Language) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  let language = requestedLanguage(request.query.lang, request.headers['accept-language']);
  try {
    const found = await find(deps, parseId(String(request.query.request)));
    if (request.query.lang === undefined) language = found.language;
    return await draw(found, language);
  } catch (error) {
    const { code } = refusalOf(reply, error);
    return code === 'not_found' ? requestGonePage(reply, language) : payTroublePage(reply, language);
  }
}

/** @throws DomainError `not_found`, also while its shop takes no payments and none has begun */
async function find({ db, now }: ServerDeps, id: string): Promise<OpenPaymentRequest> {
  const found = await findPaymentRequest(db, id, now());
  if (found.status === 'sent' && !found.takesPayments && currentInvoice(found) === null) {
    throw new DomainError('not_found');
  }
  return found;
}

interface Click {
  readonly request: FastifyRequest;
  readonly found: OpenPaymentRequest;
}

/** @returns the id of the invoice to show */
async function pay({ db, config, now }: ServerDeps, { secrets }: Accounts, { request, found }: Click): Promise<string> {
  const { id, profileId } = found;
  const current = currentInvoice(found);
  if (current !== null) return current;
  await takeTry(db, secrets, { ...INVOICE_TRIES, key: networkOf(request.ip) });
  const input = toRequestInvoice(found, now());
  return inTransaction(db, (tx) => invoiceOfRequest(tx, invoiceSettings(config), { id, profileId, input }));
}
