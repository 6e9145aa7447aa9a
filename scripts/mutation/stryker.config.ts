import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { areaOfProcess, incrementalFile, reportFile } from './areas.ts';

const area = areaOfProcess();
const only = process.env.MUTATION_FILES?.split(',');

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  // Columns decide nothing: db/tables.test.ts compares them with the database.
  mutate: [...(only ?? area.mutate), '!**/*.test.ts', '!**/*.fixture.ts', '!domain/**/record.ts'],
  ignorePatterns: ['**', ...['package.json', 'tsconfig.json', 'scripts/**', ...area.sources].map((path) => `!${path}`)],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: reportFile(area) },
  // Of constants, which all tests reach, so that each change runs all of them.
  ignoreStatic: process.env.MUTATION_QUICK !== undefined,
  incremental: true,
  force: process.env.MUTATION_AGAIN !== undefined,
  incrementalFile: incrementalFile(area),
  tempDirName: `.mutation/sandbox-${area.name.replace('/', '-')}`,
  // One Postgres for each process of tests is enough for two cores.
  concurrency: Number(process.env.MUTATION_PROCESSES ?? 2),
  // A file that ends with its first failure leaves its database behind: a new process begins with an empty server.
  ...(area.servers ? { maxTestRunnerReuse: 60 } : {}),
  timeoutMS: 30_000,
  // All tests of an area on a busy machine.
  dryRunTimeoutMinutes: 30,
  thresholds: { high: 100, low: 95, break: 95 },
} satisfies PartialStrykerOptions;
