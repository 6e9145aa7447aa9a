import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOKEN_PERMISSIONS, USER_PERMISSIONS } from '../../domain/accounts/permissions.ts';
import { STAFF_PERMISSIONS } from '../../domain/accounts/staff-permissions.ts';

test('every permission of users, tokens and staff is needed by some route or report', () => {
  const code = globSync(['api/**/*.ts', 'domain/reports/reports.ts'])
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const calls = readFileSync('docs/permissions.md', 'utf8').split('## Calls')[1] ?? '';
  const rows = calls.split('\n').filter((line) => line.startsWith('| `'));
  const permissions = [...USER_PERMISSIONS, ...Object.keys(STAFF_PERMISSIONS)];
  const unused = [
    ...permissions.filter((name) => !code.includes(`'${name}'`)),
    ...TOKEN_PERMISSIONS.filter((name) => !rows.some((row) => row.includes(`\`${name}\``))),
  ];
  expect(unused).toEqual([]);
});
