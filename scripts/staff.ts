// The gateway's own people: `npm run staff -- add --email … --name … --role …`, and what else is done to them from
// outside of the console.
import '../db/core/require-node.ts';
import { generate } from 'otplib';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { addStaff, blockStaff, findStaff, LINK_HOURS, newStaffLink, type StaffMember } from '../db/staff/people.ts';
import type { AuditAction } from '../domain/accounts/audit.ts';
import { STAFF_ROLES, type StaffRole } from '../domain/accounts/staff-permissions.ts';
import { databaseProgram, oneOf, required, run } from './operator-program.ts';
import { say } from './progress.ts';
import { readStarted, siteUrl } from './site-url.ts';

interface Person {
  readonly email: string;
}

async function add(db: Db, { email, name, role }: Person & { readonly name: string; readonly role: StaffRole }) {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('--email is not an email address.');
  const token = await inTransaction(db, async (tx) => {
    const id = await addStaff(tx, { email, fullName: name, role });
    await record(tx, 'staff.added', { id, label: email }, { role });
    return newStaffLink(tx, id);
  });
  tellLink(email, token);
}

async function link(db: Db, { email }: Person): Promise<void> {
  const person = await personOf(db, email);
  const token = await inTransaction(db, async (tx) => {
    await record(tx, 'staff.link_made', { id: person.id, label: person.email });
    return newStaffLink(tx, person.id);
  });
  tellLink(person.email, token);
}

async function list(db: Db): Promise<void> {
  const people = await select<{ email: string; full_name: string; role: string; state: string }>(
    db,
    `SELECT email, full_name, role, CASE WHEN blocked_at IS NOT NULL THEN 'blocked' WHEN totp_enabled_at IS NULL THEN 'not set up' ELSE 'active' END AS state
     FROM staff_user ORDER BY email`,
  );
  for (const { email, full_name, role, state } of people) say(`${email}  ${full_name}  ${role}  ${state}`);
  if (people.length === 0) say('There are no staff yet.');
}

async function setBlocked(db: Db, { email }: Person, blocked: boolean): Promise<void> {
  const person = await personOf(db, email);
  await inTransaction(db, async (tx) => {
    await blockStaff(tx, person.id, blocked);
    await record(tx, blocked ? 'staff.blocked' : 'staff.unblocked', { id: person.id, label: person.email });
  });
  say(`${person.email} is ${blocked ? 'blocked and signed out everywhere' : 'no longer blocked'}.`);
}

async function personOf(db: Db, email: string): Promise<StaffMember> {
  const person = await findStaff(db, email);
  if (person === undefined) throw new Error(`There is no staff member with the email address ${email}.`);
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

async function tellCode({ email }: Person): Promise<void> {
  const person = readStarted()?.staff?.find((each) => each.email === email.toLowerCase());
  if (person !== undefined) return say(await generate({ secret: person.totp_secret }));
  say('Only the demo staff of npm start have codes here. Everyone else uses an authenticator app.');
  process.exitCode = 1;
}

const EMAIL = () => required('--email <address>', 'whose');

const { program, onDatabase } = databaseProgram('staff', {
  about: "The gateway's own people.",
  notes: "PUBLIC_URL determines the link's host.",
});
program
  .command('add')
  .description(`adds a person and prints a link to set the password and 2FA; it works once, for ${LINK_HOURS} hours`)
  .addOption(EMAIL())
  .addOption(required('--name <full name>', 'as colleagues read it'))
  .addOption(oneOf('--role <role>', 'what the person may do', STAFF_ROLES).makeOptionMandatory())
  .action(onDatabase(add));
program
  .command('link')
  .description("prints a new link; ends the person's password, 2FA and sessions now")
  .addOption(EMAIL())
  .action(onDatabase(link));
program
  .command('block')
  .description("revokes the person's access immediately")
  .addOption(EMAIL())
  .action(onDatabase((db, person: Person) => setBlocked(db, person, true)));
program
  .command('unblock')
  .description("restores the person's access")
  .addOption(EMAIL())
  .action(onDatabase((db, person: Person) => setBlocked(db, person, false)));
program.command('list').description('lists all staff').action(onDatabase(list));
program
  .command('code')
  .description('prints the current 2FA code, only for the demo staff of npm start')
  .addOption(EMAIL())
  .action(tellCode);
await run(program);
