import { ensureBankReaders } from '../toolchain/bank-readers.ts';
import { ensureBchd, ensureBtcd, ensureToxiproxy } from '../toolchain/chain-nodes.ts';
import { ensureHelm } from '../toolchain/helm.ts';
import { ensureOasdiff } from '../toolchain/oasdiff.ts';
import { ensureClientGenerator } from '../toolchain/openapi-python-client.ts';
import { ensurePrism } from '../toolchain/prism.ts';
import { ensureShopWheels } from '../toolchain/python-shop.ts';
import { ensureQuickstartPackages } from '../toolchain/quickstart-packages.ts';
import { ensureSchemathesis } from '../toolchain/schemathesis.ts';
import { ensureTemporal } from '../toolchain/temporal.ts';
import { ensureWordPress } from '../toolchain/wordpress.ts';

/**
 * Prepares slow builds and installations in the cache before any test, because no time limit of a test allows for them.
 * Tests that need a missing tool report it themselves.
 */
export async function prepareTools(): Promise<void> {
  for (const ensure of [ensureTemporal, ensureBtcd, ensureBchd, ensureToxiproxy, ensureBankReaders]) await ensure();
  // Elsewhere they are used where they are there already.
  if (process.env.CI) {
    for (const ensure of [ensureSchemathesis, ensureHelm, ensureClientGenerator, ensureWordPress]) await ensure();
    for (const ensure of [ensurePrism, ensureOasdiff, ensureShopWheels, ensureQuickstartPackages]) await ensure();
  }
}
