import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { type Language, languageOf } from '../../../domain/languages.ts';
import { isPublicSuffix } from '../../../domain/public-suffix.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';
import { type FrontEnd, inlineJson, pageOf } from '../../plugins/static-pages.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/**
 * `/invoice/{uuid}`: the payer's page with the state of the moment and the words of the payer's language written into
 * it, so that it shows at once. An id that is none gets the page too, as a 404: it tells the payer so in their own
 * language.
 */
export function invoicePageRoute(app: App, deps: ServerDeps, frontEnd: FrontEnd): void {
  const page = pageOf(frontEnd);
  const wordsOf = inlinedWords(frontEnd);
  app.get<{ Params: { id: string } }>(
    '/invoice/:id',
    { config: anyone('The id of the invoice is the capability.'), schema: { hide: true } },
    async (request, reply) => {
      const found = await readView(deps, request.params.id);
      const words = wordsOf(languageOf(request.headers['accept-language']));
      if (found === undefined) return page(reply.code(404), (html) => html.replace('<!--state-->', () => words));
      const { invoice, domain } = found;
      const state = `<script type="application/json" id="state">${inlineJson(invoice)}</script>`;
      void reply.allowFraming(framingOrigins(domain));
      return page(reply, (html) => html.replace('<!--state-->', () => state + words));
    },
  );
}

async function readView({ db, config, now }: ServerDeps, id: string) {
  try {
    return await readPayerView(db, config, { invoiceId: parseId(id), nowMs: now() });
  } catch (error) {
    if (isDomainError(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * The words that the build of the page wrote beside it, each language read once; a page without them fetches its words
 * by itself.
 */
function inlinedWords({ files }: FrontEnd): (language: Language) => string {
  const known = new Map<Language, string>();
  return (language) => {
    const words = known.get(language) ?? readWords(join(files, 'words', `${language}.json`), language);
    known.set(language, words);
    return words;
  };
}

function readWords(file: string, language: Language): string {
  try {
    const words: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return `<script type="application/json" id="words" lang="${language}">${inlineJson(words)}</script>`;
  } catch {
    return '';
  }
}

/** The merchant's site may show the page in a frame; a name that is no host name must not get into the header. */
function framingOrigins(domain: string | null): string[] {
  if (domain === null || !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(domain)) return [];
  if (isPublicSuffix(domain)) return [];
  return [`https://${domain}`, `https://*.${domain}`];
}
