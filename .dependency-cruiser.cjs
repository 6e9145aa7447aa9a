/** The import directions of docs/architecture/floors.md. A folder may import what `folders` names, and itself. */
const tests = '\\.test\\.tsx?$|\\.fixture\\.ts$';
const { folders, above, floors, upward } = require('./scripts/layout/floors.json');
const top = [...Object.keys(folders), ...above].join('|');

const directions = Object.entries(folders).map(([folder, may]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import ${['itself', ...may].join(', ')} and packages`,
  from: { path: `^${folder}/`, pathNot: tests },
  to: { path: `^(${top})/`, pathNot: [`^${folder}/`, ...may.map((m) => `^${m}`)], dependencyTypesNot: ['type-only'] },
}));

/**
 * Within db/, activities/ and admin/, a folder may import those on lower floors. If a change in a lower one concerns a
 * higher one, that is a line of db/reactions.ts. `upward` lists the imports between folders that have not been removed yet.
 */
const floorDirections = Object.entries(floors).flatMap(([parent, storeys]) =>
  storeys.flatMap((floor, index) =>
    floor.map((folder) => {
      const forbidden = [...floor.filter((other) => other !== folder), ...storeys.slice(index + 1).flat()].filter(
        (other) => !upward.includes(`${parent}/${folder} -> ${parent}/${other}`),
      );
      return {
        name: `${parent}-${folder}-imports`,
        severity: 'error',
        comment: `${parent}/${folder}/ may import the folders on lower floors (scripts/layout/floors.json)`,
        from: { path: `^${parent}/${folder}/`, pathNot: tests },
        to: { path: `^${parent}/(${forbidden.join('|')})/` },
      };
    }),
  ),
);
const belowTheRoof = floors.db.slice(0, -1).flat().join('|');

module.exports = {
  forbidden: [
    ...directions,
    ...floorDirections,
    {
      name: 'db-roof',
      severity: 'error',
      comment: 'Files directly in db/ list its folders: only folders on the highest floor may import them.',
      from: { path: `^db/(${belowTheRoof})/`, pathNot: tests },
      to: { path: '^db/[^/]+$' },
    },
    {
      name: 'activities-ground',
      severity: 'error',
      comment: 'Files directly in activities/ are below all of its folders.',
      from: { path: '^activities/[^/]+$', pathNot: tests },
      to: { path: '^activities/[^/]+/' },
    },
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
      to: { path: `^(${top})/`, pathNot: ['^(admin|invoice-page|site|domain|locales)/', '^contract/'] },
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
