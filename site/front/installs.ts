import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'api', 'sdks.md');

/** How an SDK is installed from the gateway. */
export interface Install {
  readonly name: string;
  readonly version: string;
  /** With `__ORIGIN__` for the gateway. */
  readonly command: string;
  /** The address of the archive. */
  readonly archive: string;
}

/**
 * The SDKs as `docs/api/sdks.md` installs them.
 *
 * @throws Error if it installs none
 */
export async function readInstalls(): Promise<readonly Install[]> {
  const text = (await readFile(FILE, 'utf8')).replaceAll('$TIDEGATE_URL', '__ORIGIN__');
  const rows = [...text.matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm)].map(([, name = '', command = '']) => ({
    name,
    command,
  }));
  const [, composer = ''] = /```sh\n(composer config repositories[\s\S]*?)\n```/.exec(text) ?? [];
  const [, php = ''] = /`__ORIGIN__(\/sdk\/[\w.-]+\.zip)`/.exec(text) ?? [];
  const all = [...rows, { name: 'PHP', command: composer, archive: php }].map(({ name, command, ...given }) => {
    const [, found = ''] = /__ORIGIN__(\/sdk\/[\w.-]+\.(?:tgz|whl))/.exec(command) ?? [];
    const archive = 'archive' in given ? given.archive : found;
    const [, version = ''] = /-(\d+\.\d+\.\d+)/.exec(archive) ?? [];
    return { name: TITLES[name] ?? name, version, command, archive };
  });
  const incomplete = all.filter(({ version, command }) => version === '' || command === '');
  if (rows.length === 0 || incomplete.length > 0) throw new Error(`docs/api/sdks.md: ${JSON.stringify(incomplete)}`);
  return all;
}

const TITLES: Readonly<Record<string, string>> = { 'your terminal': 'Command line' };
