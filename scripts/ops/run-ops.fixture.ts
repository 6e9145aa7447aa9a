import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestGateway } from '../../temporal/testing.fixture.ts';

/** Runs the real command against a test gateway. */
export async function runOps(
  gateway: TestGateway,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ output: string; status: number }> {
  const program = join(import.meta.dirname, '..', 'ops.ts');
  const own = { TEMPORAL_ADDRESS: gateway.address, TEMPORAL_NAMESPACE: gateway.client.options.namespace };
  return promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: gateway.db.url, ...own, ...env },
  }).then(
    ({ stdout }) => ({ output: stdout, status: 0 }),
    ({ stdout, code }: { stdout: string; code: number }) => ({ output: stdout, status: code }),
  );
}
