// Prints `docs/permissions.md`: who may do what, and who may make which call. `node scripts/generate.ts` writes it,
// `--check` compares.
import type { Access } from '../api/access.ts';
import { buildServer } from '../api/build-server.ts';
import type { RouteEntry } from '../api/plugins/route-table.ts';
import { connect } from '../db/connect.ts';
import { permissionsOf, ROLES, roleMay, TOKEN_PERMISSIONS, USER_PERMISSIONS } from '../domain/accounts/permissions.ts';
import {
  STAFF_PERMISSIONS,
  STAFF_ROLE_WORDS,
  STAFF_ROLES,
  type StaffPermission,
  staffMay,
} from '../domain/accounts/staff-permissions.ts';
import { ROLE_NAMES } from '../domain/accounts/team.ts';
import { readConfig } from '../settings/config.ts';

process.stdout.write(await permissionsDocument());

async function permissionsDocument(): Promise<string> {
  const routes = await routeTable();
  return [
    '# Who may do what',
    '',
    'For merchants, operators and developers: the permissions of roles, API tokens and staff. Generated from `domain/accounts/permissions.ts`, `domain/accounts/staff-permissions.ts` and the routes by `node scripts/generate.ts`;',
    'the tests fail when they differ, and make each call below as each kind of caller (`api/security/access-matrix.test.ts`). Permissions do not give access to the objects of',
    'another merchant: these are a 404 for everyone (`api/security/access.test.ts`).',
    '',
    '## Roles of users',
    '',
    'Admins may do everything. Support views, creates and approves transactions, without settings and team. Viewers read and export reports. [Partners](partners.md) and ambassadors have',
    'an account without a shop, and are the only person of it: an admin cannot give these roles. Nobody has any permission',
    'until the email address is confirmed and the company is named. Menus and buttons follow the same table.',
    '',
    table(
      ['Module', 'Action', ...ROLES.map((role) => ROLE_NAMES[role])],
      USER_PERMISSIONS.map((permission) => {
        const [, module = '', ...action] = permission.split('_');
        return [module, action.join('_'), ...ROLES.map((role) => mark(roleMay(role, permission)))];
      }),
    ),
    '',
    `Total: ${ROLES.map((role) => `${ROLE_NAMES[role]} ${permissionsOf(role).length}`).join(', ')} of ${USER_PERMISSIONS.length}.`,
    '',
    '## Roles of the gateway’s staff',
    '',
    'Staff are separate from merchants’ users, with separate sessions, and always use 2FA.',
    '',
    table(
      ['Permission', ...STAFF_ROLES.map((role) => STAFF_ROLE_WORDS[role]), 'Means'],
      (Object.keys(STAFF_PERMISSIONS) as StaffPermission[]).map((permission) => [
        `\`${permission}\``,
        ...STAFF_ROLES.map((role) => mark(staffMay(role, permission))),
        STAFF_PERMISSIONS[permission],
      ]),
    ),
    '',
    '## Calls',
    '',
    `API tokens can have these permissions: ${TOKEN_PERMISSIONS.map((permission) => `\`${permission}\``).join(', ')}.`,
    '',
    table(['Call', 'Needs', ...ROLES.map((role) => ROLE_NAMES[role]), 'Tokens with', 'Staff'], routes.map(callRow)),
    '',
  ].join('\n');
}

function callRow({ methods, url, access }: RouteEntry): string[] {
  const roles = ROLES.map((role) =>
    mark(access.by === 'user' && (access.permission === null || roleMay(role, access.permission))),
  );
  return [`\`${methods.join()} ${url}\``, needs(access), ...roles, tokensOf(access), staffOf(access)];
}

function needs(access: Access): string {
  switch (access.by) {
    case 'anyone':
      if (access.csrf === undefined) return 'nothing';
      return access.csrf === 'staff' ? 'CSRF token of the console' : 'CSRF token';
    case 'token':
      return 'token';
    case 'shop_key':
      return access.permission === null ? 'Greenfield key' : `Greenfield key, \`${access.permission}\``;
    case 'user':
      return access.permission === null ? 'sign-in' : `\`${access.permission}\``;
    case 'staff':
      if (access.enrolling) return 'staff sign-in, 2FA not yet set up';
      return access.permission === null ? 'staff sign-in' : `\`${access.permission}\``;
  }
}

function tokensOf(access: Access): string {
  if (access.by !== 'token') return '–';
  return access.anyOf.length === 0 ? 'any' : access.anyOf.map((permission) => `\`${permission}\``).join(', ');
}

function staffOf(access: Access): string {
  if (access.by !== 'staff') return '–';
  const { permission } = access;
  const roles = STAFF_ROLES.filter((role) => permission === null || staffMay(role, permission));
  return roles.length === STAFF_ROLES.length ? 'all' : roles.map((role) => STAFF_ROLE_WORDS[role]).join(', ');
}

function mark(may: boolean): string {
  return may ? '✓' : '–';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Calls only: pages and files are hidden, and HEAD goes with its GET. Nothing is contacted. */
async function routeTable(): Promise<RouteEntry[]> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nowhere/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    SANDBOX_SEED: `${'abandon '.repeat(11)}about`,
  });
  const db = connect(config.databaseUrl);
  const app = await buildServer({ config, db, live: { subscribe: () => () => {}, close: async () => {} } });
  const routes = app.routeTable.filter(({ schema, methods }) => schema?.hide !== true && !methods.includes('HEAD'));
  await app.close();
  await db.close();
  return routes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function nameOf({ methods, url }: RouteEntry): string {
  return `${url} ${methods.join()}`;
}
