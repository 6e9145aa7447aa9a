import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../../domain/languages.ts';
import { anyoneUnlimited } from '../../access.ts';
import type { App } from '../../app.ts';
import { type FixedDocument, fixedDocument, sendFixed } from '../../plugins/fixed-document.ts';

/** `/embed/v1.js`: what shops load into their pages to show the payment page in them. */
export function embedRoute(app: App): void {
  let made: Promise<FixedDocument> | undefined;
  const config = anyoneUnlimited('The script is the same for everyone and holds nothing private.');
  app.get('/embed/v1.js', { config, schema: { hide: true } }, async (request, reply) => {
    made ??= embedScript().then((text) => fixedDocument('text/javascript; charset=utf-8', text));
    void reply
      .header('cross-origin-resource-policy', 'cross-origin')
      // Shops that load it with `crossorigin` can read its errors.
      .header('access-control-allow-origin', '*');
    return sendFixed(request, reply, await made);
  });
}

/** The script with its words in every language of the payment page. */
export async function embedScript(): Promise<string> {
  const source = await readFile(join(import.meta.dirname, 'browser/v1.js'), 'utf8');
  const words = await Promise.all(LANGUAGES.map(async (language) => [language, await wordsOf(language)] as const));
  return asciiOf(source.replace('__WORDS__', () => JSON.stringify(Object.fromEntries(words))));
}

/** The same script for pages of every encoding: a shop's may be older than UTF-8. */
function asciiOf(script: string): string {
  return script.replaceAll(/[^\n -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function wordsOf(language: string): Promise<{ close: string; payment: string }> {
  const read = async (name: string): Promise<Record<string, string>> =>
    JSON.parse(await readFile(join(import.meta.dirname, '../../../locales', language, name), 'utf8'));
  const [{ close = '' }, { payment = '' }] = await Promise.all([read('consent.json'), read('documents.json')]);
  return { close, payment };
}
