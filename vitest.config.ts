import { defineConfig } from 'vitest/config';
import { timeForExamples } from './domain/examples.fixture.ts';

const fixtures = ['**/node_modules/**', '**/dist/**'];

/** Folders whose code runs without any server: their tests start at once. */
const serverless = ['domain', 'contract', 'admin', 'invoice-page', 'site'];

/** Front ends alone in a real browser, over fixtures. */
const browsers = ['{admin,invoice-page,site}/**/{browser,*.browser}.test.ts'];

/** Sets how many examples a property tries that names no number. */
const propertyExamples = 'scripts/testing/property-examples.ts';

/**
 * Servers, browsers and a whole product on a busy machine may be late now and then; CI tries such a test once more and
 * names it at the end, because it, or what it tests, has a race. A counterexample of a property counts at once, as do
 * the unit tests, the faults, and errors outside of tests.
 */
const retry = process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0;

/** For tests of the whole product: how long it takes to do anything depends on what else the machine does. */
const patience = { testTimeout: 600_000, expect: { poll: { timeout: 180_000 } } };

export default defineConfig({
  // `npm test` keeps how long files took across checkouts, so that the longest begin first in a fresh one, too.
  cacheDir: process.env.TIDEGATE_VITEST_CACHE ?? 'node_modules/.vite',
  test: {
    // The suites of a run, and the next run, transform a module once.
    fsModuleCache: true,
    // One more than the two processors of a small machine: a third of their time tests wait for servers and browsers.
    maxWorkers: 3,
    // Real servers on a small machine: a bound that catches what hangs, not what is slow.
    testTimeout: timeForExamples(300_000),
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // The summary repeats the message alone, where `[ Array(1) ]` says nothing about a test that passed at second try.
    chaiConfig: { truncateThreshold: 1_000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: serverless.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: [...fixtures, '**/*.servers.test.ts', ...browsers],
          // Loading the same modules for each file took twice as long as the tests; none may change what they keep.
          isolate: false,
          // The words of the back office come with its first chunk; its tests begin elsewhere.
          setupFiles: [propertyExamples, 'admin/i18n/back-office-words.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: [
            '{activities,api,db,monitoring,packages,scripts,settings,temporal,tracing,workflows,bench}/**/*.test.ts',
            '**/*.servers.test.ts',
          ],
          exclude: fixtures,
          globalSetup: ['scripts/testing/global-setup.ts'],
          setupFiles: [propertyExamples],
          // Loading and compiling the same code for each file was a third of all the work. So what a module keeps (a
          // cache, a counter) goes on through several files: it may depend on nothing of one test.
          isolate: false,
          retry,
        },
      },
      {
        extends: true,
        test: {
          // No server of the product runs.
          name: 'pages',
          include: browsers,
          exclude: fixtures,
          globalSetup: ['scripts/testing/global-setup.ts'],
          testTimeout: 300_000,
          // They run beside the server tests.
          maxWorkers: 2,
          retry,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...fixtures, 'e2e/alone/**', 'e2e/cluster/**', 'e2e/faults/**', 'e2e/restore/**', 'e2e/upgrade/**'],
          globalSetup: ['scripts/testing/product-setup.ts'],
          fileParallelism: false,
          ...patience,
          retry,
        },
      },
      {
        extends: true,
        test: {
          // Each file has a product to itself: it needs other nodes under it, or spoils it for others.
          name: 'alone',
          include: ['e2e/alone/**/*.test.ts'],
          exclude: fixtures,
          fileParallelism: false,
          ...patience,
          retry,
        },
      },
      {
        extends: true,
        test: {
          // Kills servers under a product of its own while it works; how often, FAULT_ROUNDS says.
          name: 'faults',
          include: ['e2e/faults/**/*.test.ts'],
          exclude: fixtures,
          fileParallelism: false,
          testTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          // Each file has a cluster to itself: every part of the gateway as a process of its own.
          name: 'cluster',
          include: ['e2e/cluster/**/*.test.ts'],
          exclude: fixtures,
          fileParallelism: false,
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          // Follows docs/operating/restore.md on real nodes; RESTORE_DRILL=whole is the big one.
          name: 'restore',
          include: ['e2e/restore/**/*.test.ts'],
          exclude: fixtures,
          fileParallelism: false,
          testTimeout: 1_800_000,
        },
      },
      {
        extends: true,
        test: {
          // Follows docs/upgrade.md from the last release to this and back; UPGRADE_INVOICES says under which load.
          name: 'upgrade',
          include: ['e2e/upgrade/**/*.test.ts'],
          exclude: fixtures,
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
