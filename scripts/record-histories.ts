import '../db/core/require-node.ts';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Records workflows/histories/*.history.json on a real Temporal: `node scripts/record-histories.ts`.
// Only for new kinds of histories: the old ones represent runs that are still alive somewhere.

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--project',
    'servers',
    'workflows/recorded-histories.test.ts',
    'workflows/card-order.test.ts',
    'workflows/claim.test.ts',
    'workflows/partner-settlement.test.ts',
    'workflows/payer-transfer.test.ts',
    'workflows/product-update.test.ts',
    'workflows/reserves.test.ts',
    'workflows/retention.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RECORD_HISTORIES: 'true' },
  },
);
process.exitCode = status ?? 1;
