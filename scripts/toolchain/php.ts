import { type Found, findProgram, type Missing, outputOf } from './found.ts';

/** PHP with curl: `PHP`, or `php` on the PATH. */
export async function ensurePhp(): Promise<Found | Missing> {
  const found = findProgram(['php'], 'PHP');
  if (found === undefined) return { missing: 'php is not installed (Debian: apt-get install php-cli php-curl)' };
  const modules = (await outputOf(found.path, '-m')) ?? '';
  const hasCurl = modules.split('\n').includes('curl');
  return hasCurl ? found : { missing: 'php has no curl (Debian: apt-get install php-curl)' };
}
