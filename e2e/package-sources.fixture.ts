import { noteServer } from '../scripts/testing/report.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { ensureQuickstartPackages, findQuickstartPackages } from '../scripts/toolchain/quickstart-packages.ts';
import type { Guide } from './guide.fixture.ts';
import { openNpmRegistry } from './npm-registry.fixture.ts';

/** Where the package managers of a guide find what it installs: on this machine alone. */
export interface PackageSources {
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** @returns why the packages cannot be had here, where they cannot @throws Error under `CI` instead */
export async function openPackageSources({
  path,
  text,
}: Guide): Promise<PackageSources | { readonly missing: string }> {
  if (!text.includes('npm install')) return { env: {}, close: () => {} };
  const found = process.env.CI ? await ensureQuickstartPackages() : await findQuickstartPackages();
  if (isFound(found)) return openNpmRegistry(found.path);
  noteServer({ name: 'packages of the quickstarts', missing: found.missing });
  if (process.env.CI) throw new Error(`${path}: ${found.missing}`);
  return found;
}
