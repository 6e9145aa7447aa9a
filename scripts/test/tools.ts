import { ensureBankReaders } from '../toolchain/bank-readers.ts';
import { ensureBchd, ensureBtcd, ensureToxiproxy } from '../toolchain/chain-nodes.ts';
import { ensureHelm } from '../toolchain/helm.ts';
import { ensureClientGenerator } from '../toolchain/openapi-python-client.ts';
import { ensureSchemathesis } from '../toolchain/schemathesis.ts';
import { ensureTemporal } from '../toolchain/temporal.ts';

/**
 * Has into the cache what takes minutes to build or to install there, before any test: no time limit of a test allows
 * for that. What cannot be had is said by the tests that need it.
 */
export async function prepareTools(): Promise<void> {
  for (const ensure of [ensureTemporal, ensureBtcd, ensureBchd, ensureToxiproxy, ensureBankReaders]) await ensure();
  // Elsewhere they are used where they are there already.
  if (process.env.CI) for (const ensure of [ensureSchemathesis, ensureHelm, ensureClientGenerator]) await ensure();
}
