/** Code whose tests are tested: each change that StrykerJS makes to it must turn a test red. */
export interface MutationArea {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /**
   * Tests that take long or many connections at once and so are left out: what they alone notice counts as unnoticed.
   */
  readonly withoutTests?: readonly string[];
  /** The files that the tests read: the sandbox gets a copy. */
  readonly sources: readonly string[];
  /** Whether the tests need Postgres. */
  readonly servers: boolean;
}

const domainSources = ['domain/**', 'docs/states.md'];
const databaseSources = [
  '{domain,db,contract,activities,api,workflows,temporal,settings,monitoring,tracing,locales}/**',
  'docs/states.md',
];

export const areas: readonly MutationArea[] = [
  {
    name: 'domain/state',
    mutate: ['domain/{state,process}/**/*.ts'],
    // The drawing of the state tables covers their words. It reads the list of processes, which is in db/.
    tests: ['domain/{state,process}/**/*.test.ts', 'scripts/generate-states.test.ts'],
    withoutTests: ['domain/state/**/*.property.test.ts'],
    sources: databaseSources,
    servers: false,
  },
  {
    name: 'domain/payouts',
    mutate: ['domain/{payouts,outflows,mass-payouts,payout-methods,refunds}/**/*.ts'],
    tests: ['domain/{payouts,outflows,mass-payouts,payout-methods,refunds}/**/*.test.ts'],
    sources: domainSources,
    servers: false,
  },
  {
    name: 'domain/bank',
    mutate: ['domain/bank/**/*.ts'],
    // The drawing of the table of payments covers its words.
    tests: ['domain/bank/**/*.test.ts', 'scripts/generate-states.test.ts'],
    sources: databaseSources,
    servers: false,
  },
  {
    name: 'domain/card-orders',
    // The states of an order are in domain/state.
    mutate: ['domain/card-orders/**/*.ts'],
    tests: ['domain/card-orders/**/*.test.ts'],
    sources: domainSources,
    servers: false,
  },
  {
    name: 'domain/reserves',
    mutate: ['domain/reserves/**/*.ts'],
    // Proofs are read by the verifier, which shares no code with what makes them.
    tests: ['domain/reserves/**/*.test.ts'],
    sources: [...domainSources, 'packages/cli/src/**'],
    servers: false,
  },
  {
    name: 'domain/partners',
    mutate: ['domain/partners/**/*.ts'],
    tests: ['domain/partners/**/*.test.ts'],
    sources: domainSources,
    servers: false,
  },
  {
    name: 'db/ledger',
    mutate: ['db/ledger/**/*.ts'],
    tests: [
      'db/ledger/**/*.test.ts',
      'activities/ledger/{trial-balance,row-check,network-fees}.test.ts',
      // Compares the columns that are named with those of the database.
      'db/tables.test.ts',
    ],
    withoutTests: ['db/ledger/ledger.property.test.ts'],
    sources: databaseSources,
    servers: true,
  },
  {
    name: 'db/refunds',
    mutate: ['db/refunds/**/*.ts'],
    tests: ['db/refunds/**/*.test.ts', 'api/routes/spa/refunds/refunds.test.ts'],
    sources: databaseSources,
    servers: true,
  },
  {
    name: 'db/bank',
    mutate: ['db/bank/**/*.ts', 'activities/bank/*.ts'],
    tests: [
      'db/bank/**/*.test.ts',
      'activities/bank/*.test.ts',
      'api/routes/staff/bank.test.ts',
      'db/deposits/matches.test.ts',
    ],
    // They need programs beside Postgres, or minutes.
    withoutTests: ['activities/bank/{faults,ebics-rounds,sftp-rounds}.test.ts'],
    sources: [...databaseSources, 'scripts/bank-simulator/**'],
    servers: true,
  },
];

/** Where the results of an area are kept: the report, and what the next run continues from. */
export function reportFile({ name }: MutationArea): string {
  return `.mutation/${name.replace('/', '-')}.json`;
}

export function incrementalFile({ name }: MutationArea): string {
  return `.mutation/${name.replace('/', '-')}-incremental.json`;
}

/** The area of this process, set by `npm run test:mutation` for StrykerJS and the vitest it starts. */
export function areaOfProcess(): MutationArea {
  const area = areas.find(({ name }) => name === process.env.MUTATION_AREA);
  if (area === undefined) throw new Error('MUTATION_AREA is not set: run `npm run test:mutation`.');
  return area;
}
