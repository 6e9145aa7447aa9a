// Prints `docs/architecture/floors.md`: which folder may import which. `node scripts/generate.ts` writes it, and
// `npm test` fails when it is out of date.
import { pathToFileURL } from 'node:url';
import layout from './layout/floors.json' with { type: 'json' };

const { above, floors, folders, upward } = layout;

/** The whole text of docs/architecture/floors.md. */
export function floorsDocument(): string {
  return [
    '# Floors',
    '',
    'For people who change the code: which folder may import which. Generated from `scripts/layout/floors.json` by `node scripts/generate.ts`; `npm test` refuses every other import, and a',
    'new folder that is on no floor. What each folder contains is in [Architecture](overview.md#folders).',
    '',
    '## Top-level folders',
    '',
    '| folder | may import |',
    '|---|---|',
    ...Object.entries(folders).map(([name, may]) => `| \`${name}/\` | ${may.length === 0 ? '–' : may.join(', ')} |`),
    `| ${above.map((name) => `\`${name}/\``).join(', ')} | everything |`,
    '',
    ...Object.entries(floors).flatMap(([parent, storeys]) => pictureOf(parent, storeys)),
    '## Still upwards',
    '',
    'These imports between folders lead upwards or to the same floor. The list only shrinks: the test fails when one of them is gone and still listed.',
    '',
    ...upward.map((arrow) => `- \`${arrow}\``),
    '',
  ].join('\n');
}

function pictureOf(parent: string, storeys: readonly (readonly string[])[]): string[] {
  return [
    `## \`${parent}/\``,
    '',
    'Each folder may import those on the lines below its own.',
    '',
    '```',
    ...[...storeys].reverse().map((floor) => ` ${floor.join('   ')}`),
    '```',
    '',
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(floorsDocument());
