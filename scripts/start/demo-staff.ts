import { existsSync, readFileSync } from 'node:fs';
import { generateSecret } from 'otplib';
import { hashPassword } from '../../db/accounts/passwords.ts';
import { createSecretBox } from '../../db/core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, maybeOne, select } from '../../db/core/sql.ts';
import { addStaff, endEverything, findStaff } from '../../db/staff/people.ts';
import { totpContextOf } from '../../db/staff/two-factor.ts';
import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { StaffId } from '../../domain/ids.ts';
import type { DemoStaff } from './announce.ts';
import { writeWhole } from './data-folder.ts';

/** Enough for everything that two people must do, and for each point of view. */
const PEOPLE: readonly { readonly role: StaffRole; readonly name: string; readonly fullName: string }[] = [
  { role: 'mlro', name: 'mlro', fullName: 'Mira Lind' },
  { role: 'manager', name: 'manager', fullName: 'Otto Kay' },
  { role: 'compliance_officer', name: 'officer', fullName: 'Ines Moor' },
  { role: 'representative', name: 'board', fullName: 'Ruth Vane' },
];

export interface StaffSeed {
  /** Where their way in is kept, readable by this user only. */
  readonly file: string;
  readonly encryptionKey: Buffer;
  readonly newPassword: () => string;
}

/**
 * Makes demo staff on a database that has none. On one with people of its own nothing is made; the file then says null.
 * Where the file was lost, or the key that sealed the authenticators, the demo people get a new way in.
 */
export async function seedStaff(db: Db, seed: StaffSeed): Promise<void> {
  const kept = existsSync(seed.file)
    ? (JSON.parse(readFileSync(seed.file, 'utf8')) as readonly DemoStaff[] | null)
    : [];
  if (kept !== null && kept.length > 0 && (await opens(db, kept, seed))) return;
  const others = await select(db, 'SELECT 1 FROM staff_user WHERE NOT email = ANY($1::text[]) LIMIT 1', [
    PEOPLE.map(({ name }) => emailOf(name)),
  ]);
  const made: DemoStaff[] = [];
  for (const person of others.length > 0 ? [] : PEOPLE) made.push(await makePerson(db, person, seed));
  writeWhole(seed.file, `${JSON.stringify(others.length > 0 ? null : made, null, 2)}\n`);
}

async function makePerson(
  db: Db,
  { role, name, fullName }: (typeof PEOPLE)[number],
  seed: StaffSeed,
): Promise<DemoStaff> {
  const email = emailOf(name);
  const password = seed.newPassword();
  const passwordHash = await hashPassword(password);
  const secret = generateSecret();
  await inTransaction(db, async (tx) => {
    const id = (await findStaff(tx, email))?.id ?? (await addStaff(tx, { email, fullName, role }));
    await endEverything(tx, id);
    await enrol(tx, { id, passwordHash, sealed: createSecretBox(seed.encryptionKey).seal(secret, totpContextOf(id)) });
  });
  return { role, email, password, totp_secret: secret };
}

async function enrol(
  tx: Tx,
  { id, passwordHash, sealed }: { readonly id: StaffId; readonly passwordHash: string; readonly sealed: Buffer },
): Promise<void> {
  await execute(
    tx,
    'UPDATE staff_user SET password_hash = $2, totp_secret_sealed = $3, totp_enabled_at = now() WHERE id = $1',
    [id, passwordHash, sealed],
  );
}

async function opens(db: Db, kept: readonly DemoStaff[], { encryptionKey }: StaffSeed): Promise<boolean> {
  const box = createSecretBox(encryptionKey);
  for (const { email, totp_secret } of kept) {
    const row = await maybeOne<{ id: StaffId; sealed: Buffer | null }>(
      db,
      'SELECT id, totp_secret_sealed AS sealed FROM staff_user WHERE email = $1',
      [email],
    );
    try {
      if (!row?.sealed || box.open(row.sealed, totpContextOf(row.id)) !== totp_secret) return false;
    } catch {
      return false;
    }
  }
  return true;
}

function emailOf(name: string): string {
  return `${name}@staff.tidegate.localhost`;
}
