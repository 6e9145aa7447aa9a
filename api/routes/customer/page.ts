import { isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { type FrontEnd, inlineJson, pageOf } from '../../plugins/static-pages.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/**
 * `/invoice/{uuid}`: the payer's page with the state of the moment written into it, so that it shows at once. An id that is none gets the page
 * too, as a 404: it tells the payer so in their own language.
 */
export function invoicePageRoute(app: App, deps: ServerDeps, frontEnd: FrontEnd): void {
  const page = pageOf(frontEnd);
  app.get<{ Params: { id: string } }>(
    '/invoice/:id',
    { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } },
    async (request, reply) => {
      const found = await readView(deps, request.params.id);
      if (found === undefined) return page(reply.code(404), (html) => html);
      const { invoice, domain } = found;
      const state = `<script type="application/json" id="state">${inlineJson(invoice)}</script>`;
      void reply.allowFraming(framingOrigins(domain));
      return page(reply, (html) => html.replace('<!--state-->', () => state));
    },
  );
}

async function readView({ db, config, now = Date.now }: ServerDeps, id: string) {
  try {
    return await readPayerView(db, config, { invoiceId: parseId(id), nowMs: now() });
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}

/** The merchant's site may show the page in a frame; a name that is no host name must not get into the header. */
function framingOrigins(domain: string | null): string[] {
  if (domain === null || !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(domain)) return [];
  return [`https://${domain}`, `https://*.${domain}`];
}
