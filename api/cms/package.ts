import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { phpOf, potOf, TEXT_DOMAIN, textsIn, type Words } from './translations.ts';
import { reproducibleZip } from './zip.ts';

/** A plugin as it is downloaded. */
export interface PluginPackage {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * The WooCommerce plugin as a ZIP file that WordPress installs. The same sources give the same bytes on every machine
 * and at any time, so that a package can be compared with its sources.
 */
export async function packPlugin(folder: string = SOURCES): Promise<PluginPackage> {
  const files = await pluginFiles(folder);
  const bytes = reproducibleZip(new Map([...files].map(([name, text]) => [`${TEXT_DOMAIN}/${name}`, text])));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

const SOURCES = join(import.meta.dirname, '../../plugins/woocommerce');

/** Read, not shipped: the tests, and the JSON files that the translations are made of. */
const NOT_SHIPPED = /^(?:tests|languages)\//;

async function pluginFiles(folder: string): Promise<Map<string, Uint8Array>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    .sort();
  const files = new Map<string, Uint8Array>();
  for (const name of names.filter((each) => !NOT_SHIPPED.test(each))) {
    files.set(name, await readFile(join(folder, name)));
  }
  const languages = names.filter((name) => /^languages\/[a-z]{2}\.json$/.test(name));
  for (const [name, text] of await translations(folder, languages, files)) files.set(name, Buffer.from(text));
  return files;
}

async function translations(
  folder: string,
  languages: readonly string[],
  files: ReadonlyMap<string, Uint8Array>,
): Promise<[name: string, text: string][]> {
  const sources = [...files]
    .filter(([name]) => name.endsWith('.php'))
    .map(([, bytes]) => Buffer.from(bytes).toString());
  const texts = textsIn(sources);
  const made: [string, string][] = [[`languages/${TEXT_DOMAIN}.pot`, potOf(texts)]];
  for (const file of languages) {
    const words = JSON.parse(await readFile(join(folder, file), 'utf8')) as Words;
    const language = file.slice('languages/'.length, -'.json'.length);
    made.push([`languages/${TEXT_DOMAIN}-${language}.l10n.php`, phpOf(language, texts, words)]);
  }
  return made;
}
