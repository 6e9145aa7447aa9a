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
 * Packages for Composer without its public registry, which tests may not use: the SDK of `packages/php`, Laravel as
 * Debian has it, and as `laravel/laravel` the new project in `e2e/laravel`. So `composer create-project` and
 * `composer require` run as they are printed, and so does everything in the project. Not tested is Laravel's own
 * project of today, with its later framework.
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
  const path = (url: string, options: object = {}) => ({ type: 'path', url, options: { symlink: false, ...options } });
  write(join(folder.path, 'config.json'), {
    repositories: [
      path(join(root, 'packages/php'), { versions: { 'tidegate/tidegate': '0.1.0' } }),
      path(join(root, 'e2e/laravel')),
      path(framework),
      { packagist: false },
    ],
  });
  const env = { COMPOSER_HOME: folder.path, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_NO_INTERACTION: '1' };
  return { env, close: () => folder.remove() };
}

function write(file: string, content: object): void {
  writeFileSync(file, JSON.stringify(content));
}
