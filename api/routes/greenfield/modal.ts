import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stateFacts } from '../../../contract/greenfield.view.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { isDomainError } from '../../../domain/errors.ts';
import { greenfieldState } from '../../../domain/greenfield/status.ts';
import { isUuid, parseId } from '../../../domain/ids.ts';
import { anyone, anyoneUnlimited } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../../plugins/fixed-document.ts';
import type { InvoicePage } from '../customer/page.ts';

const open = { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } };

/** Routes for payers: BTCPay's addresses of the payment page, and the modal that plugins show it in. */
export function modalRoutes(app: App, deps: ServerDeps, page: InvoicePage): void {
  script(app, '/btcpay/modal/btcpay.js', 'btcpay.js', 'cross-origin');
  script(app, '/btcpay/modal/page.js', 'page.js', 'same-origin');

  app.get<{ Params: { id: string } }>('/btcpay/i/:id', open, async (request, reply) =>
    toPage(reply, request.params.id),
  );

  app.get<FrameRoute>('/btcpay/invoice', open, async (request, reply) => {
    const { id, view } = request.query;
    return view === 'modal' ? toPage(reply, id, '/btcpay/modal') : toPage(reply, id);
  });

  // The page takes the invoice's id from the end of its path.
  app.get<{ Params: { id: string } }>('/btcpay/modal/:id', open, async (request, reply) => {
    const { id } = request.params;
    const shown = await page.read(request, id);
    const shop = await returnOrigin(deps, id);
    void reply.allowFraming(shop === undefined ? page.framedBy(shown) : [...page.framedBy(shown), shop]);
    return page.send(request, reply, shown, (html) => html.replace('</body>', `${PAGE_SCRIPT}</body>`));
  });

  app.get<FrameRoute>('/btcpay/invoice/status', open, async (request) => {
    const record = await readInvoice(deps.db, parseId(String(request.query.id)));
    return { status: greenfieldState(stateFacts(record)).status };
  });
}

const PAGE_SCRIPT = '<script src="/btcpay/modal/page.js" defer></script>';

interface FrameRoute {
  Querystring: { id?: unknown; view?: unknown };
}

/** Other text than an id goes nowhere but to the page that says so. */
function toPage(reply: FastifyReply, id: unknown, folder = '/invoice'): FastifyReply {
  return reply.redirect(`${folder}/${typeof id === 'string' && isUuid(id) ? id : 'unknown'}`, 302);
}

/** Where the payer returns to is the shop, also in sandbox, where its domain need not be named. */
async function returnOrigin({ db }: ServerDeps, id: string): Promise<string | undefined> {
  try {
    const { successUrl } = await readInvoice(db, parseId(id));
    return successUrl === null ? undefined : new URL(successUrl).origin;
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}

/** `cross-origin` is for what shops load into their own pages. */
function script(app: App, path: string, file: string, loadedFrom: 'cross-origin' | 'same-origin'): void {
  let made: Promise<FixedDocument> | undefined;
  const config = anyoneUnlimited('Scripts of the payment page hold nothing private.');
  app.get(path, { config, schema: { hide: true } }, async (request: FastifyRequest, reply) => {
    made ??= readFile(join(import.meta.dirname, 'browser', file), 'utf8').then((text) =>
      fixedDocument('text/javascript; charset=utf-8', text),
    );
    return sendFixed(request, reply.header('cross-origin-resource-policy', loadedFrom), await made);
  });
}
