import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRunFolder } from '../scripts/testing/run-folder.ts';
import type { Found, Missing } from '../scripts/toolchain/found.ts';
import type { PackageSources } from './package-sources.fixture.ts';

const root = join(import.meta.dirname, '..');
/** Where Debian's `php-laravel-framework` puts the framework, in the include path of PHP. */
const LARAVEL = '/usr/share/php/Illuminate/autoload.php';

/** Laravel as Debian has it, the real framework with all that it requires. Nothing is fetched. */
export function findLaravel(): Found | Missing {
  if (existsSync(LARAVEL)) return { path: LARAVEL, origin: 'package' };
  return { missing: 'Laravel is not installed (apt-get install composer php-laravel-framework)' };
}

/**
 * Packages for Composer without its public registry, which tests may not use: Laravel as Debian has it, and as
 * `laravel/laravel` the new project in `e2e/laravel`. So `composer create-project` runs as it is printed, and so does
 * everything in the project. The SDK comes from the gateway. Not tested is Laravel's own project of today, with its
 * later framework.
 */
export function openComposerPackages(): PackageSources {
  const folder = makeRunFolder();
  const framework = join(folder.path, 'framework');
  mkdirSync(framework);
  write(join(framework, 'composer.json'), {
    name: 'laravel/framework',
    version: '8.83.26',
    autoload: { files: ['autoload.php'] },
  });
  writeFileSync(join(framework, 'autoload.php'), "<?php require_once 'Illuminate/autoload.php';\n");
  const path = (url: string) => ({ type: 'path', url, options: { symlink: false } });
  write(join(folder.path, 'config.json'), {
    repositories: [path(join(root, 'e2e/laravel')), path(framework), { packagist: false }],
  });
  const env = { COMPOSER_HOME: folder.path, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' };
  return { env, close: () => folder.remove() };
}

function write(file: string, content: object): void {
  writeFileSync(file, JSON.stringify(content));
}
