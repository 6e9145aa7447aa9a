import { Type } from 'typebox';
import { Data, IdParams } from '../../../contract/basics.ts';
import {
  ChooseCurrencyBody,
  CustomerInvoice,
  LanguageBody,
  PaymentAddress,
} from '../../../contract/customer-invoice.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { inTransaction, retrying } from '../../../db/core/sequelize.ts';
import { chooseGate } from '../../../db/invoices/choose.ts';
import { claimPaid, setPayerLanguage } from '../../../db/invoices/commands.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { gate } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { parseAmount } from '../../../domain/money/money.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { openInvoiceStreams } from '../../live/invoice-streams.ts';
import { presentToPayer, readPayerView } from '../../presenters/customer-invoice.ts';

const tags = ['Payer'];
const config = anyone('The id of the invoice is the capability; answers hold nothing the payer must not see.');

/** The calls of the payer's page. */
export function customerInvoiceRoutes(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  const settings = invoiceSettings(deps.config);
  const read = async (id: string) =>
    (await readPayerView(db, deps.config, { invoiceId: parseId(id), nowMs: now() })).invoice;

  app.get(
    '/customer/invoices/:id',
    {
      config,
      schema: { tags, summary: 'Get an invoice', params: IdParams, response: { 200: Data(CustomerInvoice) } },
    },
    async (request, reply) => reply.header('cache-control', 'no-store').send({ data: await read(request.params.id) }),
  );

  app.post(
    '/customer/invoices/:id/currency',
    {
      config,
      schema: {
        tags,
        summary: 'Choose an asset',
        description:
          'Locks the rate and assigns an address. Choosing the same asset again returns the same quote; another ' +
          'asset is possible until a payment is detected. Once the locked rate has ended and nothing was sent, the ' +
          'same call locks a new one, as long as the invoice is open.',
        params: IdParams,
        body: ChooseCurrencyBody,
        response: { 200: Data(CustomerInvoice), ...errorResponses(409) },
      },
    },
    async (request) => {
      const { gate_id: gateId, amount } = request.body;
      const accepted = amount === undefined ? {} : { acceptedMinor: parseAmount(amount, gate(gateId).decimals) };
      const choice = { invoiceId: parseId(request.params.id), gateId, nowMs: now(), ...accepted };
      const record = await retrying(() => inTransaction(db, (tx) => chooseGate(tx, settings, choice)));
      return { data: (await presentToPayer(db, deps.config, record, now())).invoice };
    },
  );

  app.get(
    '/customer/invoices/:id/address',
    {
      config,
      schema: {
        tags,
        summary: 'Get the address to pay to',
        params: IdParams,
        response: { 200: Data(PaymentAddress), ...errorResponses(409) },
      },
    },
    async (request, reply) =>
      reply.header('cache-control', 'no-store').send({ data: addressOf(await read(request.params.id)) }),
  );
  claimPaidRoute(app, deps);
  languageRoute(app, deps);
}

/** `PUT …/pay`: the payer says that it is paid. */
function claimPaidRoute(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  app.put(
    '/customer/invoices/:id/pay',
    {
      config,
      schema: {
        tags,
        summary: 'Say “I have paid”',
        description: 'Recorded only, with no effect on the invoice. Payments are detected on the chain.',
        params: IdParams,
        response: { 200: Data(CustomerInvoice) },
      },
    },
    async (request) => {
      const invoiceId = parseId(request.params.id);
      const record = await inTransaction(db, (tx) => claimPaid(tx, { invoiceId, nowMs: now() }));
      return { data: (await presentToPayer(db, deps.config, record, now())).invoice };
    },
  );
}

/** `PUT …/language`: in which language the payer reads. */
function languageRoute(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  app.put(
    '/customer/invoices/:id/language',
    {
      config,
      schema: {
        tags,
        summary: 'Choose a language',
        description: 'Emails about this invoice are sent in this language.',
        params: IdParams,
        body: LanguageBody,
        response: { 200: Data(CustomerInvoice) },
      },
    },
    async (request) => {
      const choice = { invoiceId: parseId(request.params.id), language: request.body.language };
      const record = await inTransaction(db, (tx) => setPayerLanguage(tx, choice));
      return { data: (await presentToPayer(db, deps.config, record, now())).invoice };
    },
  );
}

/** `GET …/events`: the invoice as Server-Sent Events. */
export function customerEventRoutes(app: App, deps: ServerDeps): void {
  const { db, now } = deps;
  const streams = openInvoiceStreams(deps, (error) =>
    app.log.warn({ err: error }, 'could not read an invoice for its open pages'),
  );
  app.addHook('preClose', async () => streams.close());
  app.get(
    '/customer/invoices/:id/events',
    {
      config,
      schema: {
        tags,
        summary: 'Follow an invoice',
        description:
          'Server-Sent Events: `invoice` with the whole invoice, at once and on every change (`id` is its version), ' +
          'and `heartbeat` every 10 s. Every event is complete, so a client that reconnects with Last-Event-ID ' +
          'misses nothing.',
        params: IdParams,
        headers: Type.Object({ 'last-event-id': Type.Optional(Type.String({ maxLength: 100 })) }),
        response: {
          200: { description: 'An event stream.', content: { 'text/event-stream': { schema: Type.String() } } },
        },
      },
    },
    async (request, reply) => {
      const invoiceId = parseId(request.params.id);
      const { invoice } = await readPayerView(db, deps.config, { invoiceId, nowMs: now() });
      const stream = app.eventStreams.open(request, reply);
      streams.follow(invoiceId, stream, { version: invoice.version, text: JSON.stringify(invoice) });
      return reply;
    },
  );
}

function addressOf(invoice: CustomerInvoice): PaymentAddress {
  const { gate_id, address, amount_due } = invoice;
  if (gate_id === null || address === null || amount_due === null) {
    throw new DomainError('conflict', { message: 'No asset is chosen for this invoice yet.' });
  }
  return {
    gate_id,
    address,
    destination_tag: invoice.destination_tag,
    amount_due,
    amount_remaining: invoice.amount_remaining,
    payment_uri: invoice.payment_uri,
    qr: invoice.qr,
    expires_at: invoice.expires_at,
  };
}
