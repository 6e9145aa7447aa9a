import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { makeRunFolder } from '../scripts/testing/run-folder.ts';

/** A registry of npm on this machine, so that `npm install` of a quickstart works as it is printed. */
export interface NpmRegistry {
  /** Makes npm use it. */
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/**
 * Serves the packages of a folder that its lock file pins, each in that one version. The SDK is not among them: the
 * gateway serves it.
 */
export async function openNpmRegistry(pinned: string): Promise<NpmRegistry> {
  const folder = makeRunFolder();
  const packages = packagesOf(pinned);
  const server = createServer((request, response) => answer(packages, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The registry does not listen.');
  return {
    env: {
      npm_config_registry: `http://127.0.0.1:${address.port}/`,
      npm_config_cache: join(folder.path, 'cache'),
      // With that of Vitest, `test`, Next.js reads no `.env.local`.
      NODE_ENV: undefined,
      NEXT_TELEMETRY_DISABLED: '1',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
    close: () => {
      server.closeAllConnections();
      server.close();
      folder.remove();
    },
  };
}

/** Name to the folders of its versions; the one that everybody finds is first. */
type Packages = Map<string, string[]>;

function packagesOf(pinned: string): Packages {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(pinned, 'package-lock.json'), 'utf8'),
  );
  const packages: Packages = new Map();
  const paths = Object.keys(lock.packages).sort(
    (a, b) => a.split('node_modules').length - b.split('node_modules').length,
  );
  for (const path of paths) {
    // Builds for other systems are in the lock file alone.
    if (path === '' || !existsSync(join(pinned, path))) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    packages.set(name, [...(packages.get(name) ?? []), join(pinned, path)]);
  }
  return packages;
}

function answer(packages: Packages, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const [, name = '', index = ''] = /^\/(.+?)(?:\/-\/(\d+)\.tgz)?$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const folders = packages.get(name);
  const folder = folders?.[Number(index)];
  if (folders === undefined || folder === undefined) response.writeHead(404).end('{}');
  else if (index === '')
    response.setHeader('content-type', 'application/json').end(manifestOf(name, folders, url.origin));
  else {
    const args = ['-cf', '-', '-C', folder, '--exclude=./node_modules', '--transform=s,^\\.,package,', '.'];
    spawn('tar', args).stdout.pipe(response);
  }
}

/** The description of a package, which npm reads before it fetches a version. */
function manifestOf(name: string, folders: readonly string[], origin: string): string {
  const versions = folders.map((folder, index) => {
    const {
      scripts: _,
      devDependencies: __,
      ...described
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { ...described, dist: { tarball: `${origin}/${name}/-/${index}.tgz` } };
  });
  return JSON.stringify({
    name,
    'dist-tags': { latest: versions[0]?.version },
    versions: Object.fromEntries(versions.map((each) => [each.version, each])),
  });
}
