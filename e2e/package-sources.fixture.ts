import { whyNoWheels, withShopWheels } from '../packages/python/wheels.fixture.ts';
import { noteServer } from '../scripts/testing/report.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { ensureQuickstartPackages, findQuickstartPackages } from '../scripts/toolchain/quickstart-packages.ts';
import { findLaravel, openComposerPackages } from './composer-packages.fixture.ts';
import type { Guide } from './guide.fixture.ts';
import { openNpmRegistry } from './npm-registry.fixture.ts';

/** Where the package managers of a guide find what it installs besides our SDK: on this machine alone. */
export interface PackageSources {
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

/** @returns why the packages cannot be had here, where they cannot @throws Error under `CI` instead */
export async function openPackageSources(guide: Guide): Promise<PackageSources | { readonly missing: string }> {
  if (guide.text.includes('npm install')) return openNpm(guide);
  if (guide.text.includes('pip install')) return openPip(guide);
  if (guide.text.includes('composer require')) return openComposer(guide);
  return { env: {}, close: () => {} };
}

async function openNpm(guide: Guide): Promise<PackageSources | { readonly missing: string }> {
  const found = process.env.CI ? await ensureQuickstartPackages() : await findQuickstartPackages();
  return isFound(found) ? openNpmRegistry(found.path) : absent(guide, found.missing);
}

function openComposer(guide: Guide): PackageSources | { readonly missing: string } {
  const found = findLaravel();
  return isFound(found) ? openComposerPackages() : absent(guide, found.missing);
}

function openPip(guide: Guide): PackageSources | { readonly missing: string } {
  if (whyNoWheels !== undefined) return absent(guide, whyNoWheels);
  return { env: withShopWheels(), close: () => {} };
}

function absent({ path }: Guide, missing: string): { readonly missing: string } {
  noteServer({ name: 'packages of the quickstarts', missing });
  if (process.env.CI) throw new Error(`${path}: ${missing}`);
  return { missing };
}
