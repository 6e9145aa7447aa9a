import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readInvoice } from '../../../db/invoices/read.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import type { CardPageInput } from '../../../invoice-page/src/card/page-state.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentMerchant } from '../../presenters/card-orders.ts';
import { presentToPayer } from '../../presenters/customer-invoice.ts';
import type { CardDesk } from './card-payment/desk.ts';
import { framersOf, type InvoicePageFiles, invoicePageFiles, loadedOnce } from './page.ts';

/**
 * The pages on which coins are bought by card: `/onramp-iframe?shop=…` for the frame of a shop, `/card-payment/shop/…`
 * for a link to the same, `/card-payment/invoice/…` to pay an invoice, and `/card-payment/{order}`, which the seller
 * leads back to. Only the shop's own pages may show them in a frame; what the seller leads back to, nobody.
 */
export function cardPageRoutes(app: App, deps: ServerDeps, desk: CardDesk, folder: string): void {
  const drawer = loadedOnce(cardPageFiles(folder), (built, html) => built.createCardPage(html));
  const options = { config: anyone('What a shop sells to everybody.'), schema: { hide: true } };

  async function send(request: FastifyRequest, reply: FastifyReply, { state, status }: Found): Promise<FastifyReply> {
    const draw = await drawer();
    const { lang } = request.query as { lang?: unknown };
    const { cookie: cookies, 'accept-language': acceptLanguage } = request.headers;
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(draw({ state, lang: typeof lang === 'string' ? lang : undefined, cookies, acceptLanguage }));
  }

  app.get('/onramp-iframe', options, async (request, reply) => {
    const { shop } = request.query as { shop?: unknown };
    const found = await find(request, () => ofShop(deps, desk, shop));
    return send(request, reply.allowFraming(framing(found)), found);
  });
  app.get<ById>('/card-payment/shop/:id', options, async (request, reply) =>
    send(request, reply, await find(request, () => ofShop(deps, desk, request.params.id))),
  );
  app.get<ById>('/card-payment/invoice/:id', options, async (request, reply) => {
    const found = await find(request, () => ofInvoice(deps, desk, request.params.id));
    return send(request, reply.allowFraming(framing(found)), found);
  });
  // Only the browser can prove access to the order: the page is the same for every ID and reveals nothing about it.
  app.get<ById>('/card-payment/:id', options, async (request, reply) =>
    send(request, reply, { state: { merchant: null, invoice: null }, status: 200 }),
  );
}

interface ById {
  Params: { id: string };
}

interface Found {
  readonly state: CardPageInput;
  readonly status: number;
}

/** A page is shown whatever happens: it says that there is nothing, or nothing now. */
async function find({ log }: FastifyRequest, read: () => Promise<CardPageInput>): Promise<Found> {
  try {
    return { state: await read(), status: 200 };
  } catch (error) {
    if (isDomainError(error, 'not_found')) return { state: 'missing', status: 404 };
    log.error({ err: error }, 'A shop could not be read for its card purchase');
    return { state: 'failed', status: 503 };
  }
}

async function ofShop({ config }: ServerDeps, desk: CardDesk, id: unknown): Promise<CardPageInput> {
  const shop = await desk.shop(parseId(typeof id === 'string' ? id : ''));
  return { merchant: presentMerchant(shop, await desk.offer(shop), config), invoice: null };
}

async function ofInvoice({ db, config, now }: ServerDeps, desk: CardDesk, text: string): Promise<CardPageInput> {
  const record = await readInvoice(db, parseId(text));
  const [shop, { invoice }] = [await desk.shop(record.profileId), await presentToPayer(db, config, record, now())];
  const { id, reference, total, currency } = invoice;
  return {
    merchant: presentMerchant(shop, await desk.offer(shop), config),
    invoice: { id, reference, total, currency },
  };
}

function framing({ state }: Found): string[] {
  if (typeof state === 'string' || state.merchant === null) return [];
  const { shop, mode } = state.merchant;
  return framersOf({ domain: shop.domain, mode });
}

function cardPageFiles(folder: string): InvoicePageFiles {
  return { ...invoicePageFiles(folder), page: join(folder, 'client/card.html') };
}
