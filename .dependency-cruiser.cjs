/** The import directions of docs/architecture.md. A folder may import what `allowed` names, and itself. */
const tests = '\\.test\\.tsx?$|\\.fixture\\.ts$';
const allowed = {
  domain: [],
  db: ['domain'],
  workflows: ['domain'],
  activities: ['domain', 'db'],
  api: ['domain', 'db', 'workflows/messages'],
  admin: ['domain'],
  'invoice-page': ['domain'],
  site: ['domain'],
};
const top = 'domain|db|workflows|activities|api|admin|invoice-page|site|temporal|scripts|e2e|bench';

const directions = Object.entries(allowed).map(([folder, may]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import ${['itself', ...may].join(', ')} and packages`,
  from: { path: `^${folder}/`, pathNot: tests },
  to: { path: `^(${top})/`, pathNot: [`^${folder}/`, ...may.map((m) => `^${m}`)], dependencyTypesNot: ['type-only'] },
}));

module.exports = {
  forbidden: [
    ...directions,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'type-imports-stay-narrow',
      severity: 'error',
      comment: 'Front ends may know the types of the API contract only; workflows only those of the activities.',
      from: { path: '^(admin|invoice-page|site|domain)/', pathNot: tests },
      to: { path: `^(${top})/`, pathNot: ['^(admin|invoice-page|site|domain)/', '^api/contract/'] },
    },
    {
      name: 'browser-safe',
      severity: 'error',
      comment:
        'domain/ and workflows/ run in browsers and in the workflow sandbox: no node built-ins, no server packages.',
      from: { path: '^(domain|workflows)/', pathNot: tests },
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
