/** The import directions of docs/architecture/overview.md. A folder may import what `allowed` names, and itself. */
const tests = '\\.test\\.tsx?$|\\.fixture\\.ts$';
const allowed = {
  monitoring: ['domain', 'settings', 'tracing'],
  tracing: ['domain', 'settings'],
  settings: ['domain'],
  domain: [],
  contract: ['domain'],
  db: ['domain', 'contract', 'settings', 'tracing'],
  workflows: ['domain'],
  activities: ['domain', 'contract', 'db', 'settings', 'tracing'],
  api: [
    'domain',
    'contract',
    'db',
    'monitoring',
    'settings',
    'temporal/payload-codec',
    'tracing',
    'workflows/messages',
  ],
  // The schemas of the API are the rules of its forms, written once.
  admin: ['domain', 'contract'],
  'invoice-page': ['domain', 'contract'],
  site: ['domain', 'contract'],
};
const top =
  'domain|contract|db|monitoring|settings|tracing|workflows|activities|api|admin|invoice-page|site|temporal|scripts|e2e|bench';

const directions = Object.entries(allowed).map(([folder, may]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import ${['itself', ...may].join(', ')} and packages`,
  from: { path: `^${folder}/`, pathNot: tests },
  to: { path: `^(${top})/`, pathNot: [`^${folder}/`, ...may.map((m) => `^${m}`)], dependencyTypesNot: ['type-only'] },
}));

/**
 * The folders of db/ from the ground up, as docs/architecture/process-kernel.md draws them: each may import those
 * before it. If a change in a lower one concerns a higher one, that is a line of db/reactions.ts.
 */
const rooms = [
  ['core'],
  ['audit', 'growth', 'idempotency', 'process', 'rates'],
  ['alerts', 'ledger', 'schema'],
  ['bus', 'monitoring'],
  ['chain', 'conversions'],
  ['shops'],
  ['bank', 'custody', 'accounts', 'sending', 'history', 'reports', 'documents', 'dashboard'],
  ['staff', 'webhooks', 'invoices'],
  ['payouts', 'contact', 'updates', 'payment-requests', 'site'],
  ['payout-methods', 'mass-payouts', 'simulator', 'refunds', 'restores', 'treasury', 'deposits'],
  ['withdrawals', 'demo'],
  ['claims', 'compliance', 'suspicion'],
];
const roomDirections = rooms.flatMap((floor, index) =>
  floor.map((room) => ({
    name: `db-${room}-imports`,
    severity: 'error',
    comment: `db/${room}/ may import the folders below it`,
    from: { path: `^db/${room}/`, pathNot: tests },
    to: {
      path: `^db/(${[...floor.filter((other) => other !== room), ...rooms.slice(index + 1).flat()].join('|')}|reactions\\.ts)`,
    },
  })),
);

module.exports = {
  forbidden: [
    ...directions,
    ...roomDirections,
    {
      name: 'connections-know-reactions',
      severity: 'error',
      comment: 'A connection is opened with all reactions: db/connect.ts alone.',
      from: { pathNot: '^db/connect\\.ts$' },
      to: { path: '^db/reactions\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'No circle of files, types included.',
      from: { pathNot: tests },
      to: { circular: true },
    },
    {
      name: 'type-imports-stay-narrow',
      severity: 'error',
      comment: 'Front ends may know the API contract only; workflows only those of the activities.',
      from: { path: '^(admin|invoice-page|site|domain)/', pathNot: tests },
      to: { path: `^(${top})/`, pathNot: ['^(admin|invoice-page|site|domain)/', '^contract/'] },
    },
    {
      name: 'contract-in-browsers',
      severity: 'error',
      comment: 'contract/ is what forms check with: schemas of domain values, nothing of the server.',
      from: { path: '^contract/', pathNot: tests },
      to: { path: '^(?!contract/|domain/|(node_modules/)?typebox)' },
    },
    {
      name: 'browser-safe',
      severity: 'error',
      comment:
        'domain/ and workflows/ run in browsers and in the workflow sandbox: no node built-ins, no server packages.',
      from: { path: '^(domain|contract|workflows)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { pathNot: `${tests}|^(e2e|bench)/` },
      to: { path: '\\.test\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules|/dist/|^coverage' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
};
