// The gateway's own people: `npm run staff -- add --email … --name … --role …`, and what else is done to them from
// outside of the console.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { generate } from 'otplib';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { addStaff, blockStaff, findStaff, LINK_HOURS, newStaffLink, type StaffMember } from '../db/staff/people.ts';
import type { AuditAction } from '../domain/accounts/audit.ts';
import { STAFF_ROLES, type StaffRole } from '../domain/accounts/staff-permissions.ts';
import { openDatabase } from './operator-database.ts';
import { say } from './progress.ts';
import { readStarted, siteUrl } from './site-url.ts';

const USAGE = `Usage: npm run staff -- <command>

  add     --email <address> --name <full name> --role <${STAFF_ROLES.join('|')}>
                             adds a person and prints a link to set the password and 2FA; it works once, for ${LINK_HOURS} hours
  link    --email <address>  prints a new link; ends the person's password, 2FA and sessions now
  block   --email <address>  revokes the person's access immediately
  unblock --email <address>  restores the person's access
  list                       lists all staff
  code    --email <address>  prints the current 2FA code, only for the demo staff of npm start

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. PUBLIC_URL determines the link's host.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
  });
  const [command = ''] = positionals;
  if (command === 'code') return tellCode(values.email);
  const run = COMMANDS[command];
  if (run === undefined) {
    say(USAGE);
    process.exitCode = 64;
    return;
  }
  let db: Db | undefined;
  try {
    db = await openDatabase('staff', { poolSize: 2 });
    await run(db, values);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

interface Values {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
}

const COMMANDS: Readonly<Record<string, (db: Db, values: Values) => Promise<void>>> = {
  async add(db, { email, name, role }) {
    if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('--email is missing or not an email address.');
    if (!name?.trim()) throw new Error('--name is missing.');
    if (!isRole(role)) throw new Error(`--role must be one of ${STAFF_ROLES.join(', ')}.`);
    const token = await inTransaction(db, async (tx) => {
      const id = await addStaff(tx, { email, fullName: name.trim(), role });
      await record(tx, 'staff.added', { id, label: email }, { role });
      return newStaffLink(tx, id);
    });
    tellLink(email, token);
  },
  async link(db, { email }) {
    const person = await personOf(db, email);
    const token = await inTransaction(db, async (tx) => {
      await record(tx, 'staff.link_made', { id: person.id, label: person.email });
      return newStaffLink(tx, person.id);
    });
    tellLink(person.email, token);
  },
  block: (db, { email }) => setBlocked(db, email, true),
  unblock: (db, { email }) => setBlocked(db, email, false),
  async list(db) {
    const people = await select<{ email: string; full_name: string; role: string; state: string }>(
      db,
      `SELECT email, full_name, role, CASE WHEN blocked_at IS NOT NULL THEN 'blocked' WHEN totp_enabled_at IS NULL THEN 'not set up' ELSE 'active' END AS state
       FROM staff_user ORDER BY email`,
    );
    for (const { email, full_name, role, state } of people) say(`${email}  ${full_name}  ${role}  ${state}`);
    if (people.length === 0) say('There are no staff yet.');
  },
};

async function setBlocked(db: Db, email: string | undefined, blocked: boolean): Promise<void> {
  const person = await personOf(db, email);
  await inTransaction(db, async (tx) => {
    await blockStaff(tx, person.id, blocked);
    await record(tx, blocked ? 'staff.blocked' : 'staff.unblocked', { id: person.id, label: person.email });
  });
  say(`${person.email} is ${blocked ? 'blocked and signed out everywhere' : 'no longer blocked'}.`);
}

async function personOf(db: Db, email: string | undefined): Promise<StaffMember> {
  const person = email === undefined ? undefined : await findStaff(db, email);
  if (person === undefined)
    throw new Error(
      email === undefined ? '--email is missing.' : `There is no staff member with the email address ${email}.`,
    );
  return person;
}

function record(
  tx: Tx,
  action: AuditAction,
  { id, label }: { readonly id: string; readonly label: string },
  data: { readonly role?: string } = {},
): Promise<void> {
  const actor = { kind: 'system', id: null, name: 'npm run staff' } as const;
  return audit(tx, {
    chain: 'staff',
    actor,
    origin: null,
    action,
    target: { kind: 'staff', id, label },
    data: { ...data },
  });
}

function tellLink(email: string, token: string): void {
  say(
    `Link for ${email} to set password and 2FA (works once, for ${LINK_HOURS} hours):\n\n  ${siteUrl()}/compliance/sign-in#link=${token}\n`,
  );
}

function isRole(role: string | undefined): role is StaffRole {
  return STAFF_ROLES.some((each) => each === role);
}

async function tellCode(email: string | undefined): Promise<void> {
  const person = readStarted()?.staff?.find((each) => each.email === email?.trim().toLowerCase());
  if (person !== undefined) return say(await generate({ secret: person.totp_secret }));
  say('Only the demo staff of npm start have codes here. Everyone else uses an authenticator app.');
  process.exitCode = 1;
}

await main();
