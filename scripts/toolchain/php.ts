import { type Found, findProgram, isFound, type Missing, outputOf } from './found.ts';

/** The extensions that the plugin's tests and WordPress on SQLite load; on Debian each is a separate package. */
const EXTENSIONS = ['curl', 'mbstring', 'pdo_sqlite', 'dom', 'zip'] as const;

/** PHP's command line, 8.1 or newer: `PHP`, or the PATH. Nothing is fetched. */
export async function findPhp(): Promise<Found | Missing> {
  const found = findProgram(['php'], 'PHP');
  if (found === undefined) return { missing: `php is not installed (${INSTALL})` };
  const version = await outputOf(found.path, '-r', 'echo PHP_VERSION_ID;');
  if (Number(version) < 80_100) return { missing: 'php is older than 8.1' };
  const loaded = new Set((await outputOf(found.path, '-m'))?.toLowerCase().split('\n'));
  const absent = EXTENSIONS.filter((each) => !loaded.has(each));
  return absent.length === 0 ? found : { missing: `php lacks ${absent.join(', ')} (${INSTALL})` };
}

/** PHPUnit, which runs on that PHP. */
export async function findPhpUnit(): Promise<Found | Missing> {
  const php = await findPhp();
  if (!isFound(php)) return php;
  return findProgram(['phpunit'], 'PHPUNIT') ?? { missing: 'phpunit is not installed (apt-get install phpunit)' };
}

const INSTALL = 'apt-get install php-cli php-curl php-mbstring php-sqlite3 php-xml php-zip';
