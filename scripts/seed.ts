// Makes the demo merchant of `npm start` and writes how to sign in and call the API to the file that SEED_OUTPUT names;
// the demo staff's way in goes to SEED_STAFF_OUTPUT.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { recordAcceptance } from '../db/accounts/legal-acceptances.ts';
import { createMerchant } from '../db/accounts/merchants.ts';
import { hashPassword } from '../db/accounts/passwords.ts';
import { createUserWithHash } from '../db/accounts/users.ts';
import { connect } from '../db/connect.ts';
import { encryptionKeyOf, requireSameKeys } from '../db/core/key-fingerprints.ts';
import { createSecretBox, type SecretBox } from '../db/core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { execute, maybeOne } from '../db/core/sql.ts';
import { createApiToken } from '../db/shops/api-tokens.ts';
import { rotateNotificationKey, signingKeys } from '../db/shops/profiles.ts';
import { TOKEN_PERMISSIONS } from '../domain/accounts/permissions.ts';
import type { MerchantId, ProfileId, UserId } from '../domain/ids.ts';
import { versionsToAccept } from '../domain/legal/documents.ts';
import { loadSetting } from '../settings/load.ts';
import type { Started } from './start/announce.ts';
import { writeWhole } from './start/data-folder.ts';
import { seedStaff } from './start/demo-staff.ts';

type Seeded = Pick<Started, 'login' | 'api'>;

interface DemoMerchant {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly notificationKey: string;
  readonly userId: UserId;
}

const email = 'demo@tidegate.localhost';
const officeEmail = 'office@tidegate.localhost';

const output = readVariable('SEED_OUTPUT');
const encryptionKey = Buffer.from(readVariable('ENCRYPTION_KEY'), 'base64');
const box = createSecretBox(encryptionKey);
const db = connect(readVariable('DATABASE_URL'), { applicationName: 'tidegate-seed' });
try {
  await requireSameKeys(db, [encryptionKeyOf(encryptionKey)]);
  const kept = await keptSeed(db);
  if (kept !== 'current') writeWhole(output, `${JSON.stringify(kept ?? (await seed(db)), null, 2)}\n`);
  await seedStaff(db, { file: readVariable('SEED_STAFF_OUTPUT'), encryptionKey, newPassword });
} finally {
  await db.close();
}

/**
 * The file's content if it still matches this database: both are kept, and either may have been removed without the
 * other. A renewed notification key is printed again; password and token are unchanged.
 */
async function keptSeed(on: Db): Promise<Seeded | 'current' | undefined> {
  if (!existsSync(output)) return undefined;
  const { login, api } = JSON.parse(readFileSync(output, 'utf8')) as Seeded;
  const token = await maybeOne(on, 'SELECT id FROM api_token WHERE api_key = $1 AND revoked_at IS NULL', [api.key]);
  const merchant = await findMerchant(on);
  const key = merchant === undefined ? undefined : await openKey(on, merchant.profileId);
  if (token === undefined || key === undefined) return undefined;
  return key === api.notification_key ? 'current' : { login, api: { ...api, notification_key: key } };
}

/** Makes the merchant, or gives the one that is there a new password and a new token. */
async function seed(on: Db): Promise<Seeded> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return inTransaction(on, async (tx) => {
    const merchant = (await takeOver(tx, passwordHash)) ?? (await makeMerchant(tx, box, passwordHash));
    // Its address stays unconfirmed: a confirmed one is mailed a code for each new browser.
    const token = await createApiToken(tx, {
      profileId: merchant.profileId,
      mode: 'sandbox',
      name: 'Demo shop',
      permissions: TOKEN_PERMISSIONS,
      createdBy: merchant.userId,
    });
    return {
      login: { email, password },
      api: { key: token.key, secret: token.secret, notification_key: merchant.notificationKey },
    };
  });
}

async function makeMerchant(tx: Tx, secrets: SecretBox, passwordHash: string): Promise<DemoMerchant> {
  const merchant = await createMerchant(tx, secrets, {
    companyName: 'Harbour Books',
    status: 'verified',
    user: { email, fullName: 'Demo Merchant', passwordHash },
    profile: { supportEmail: email },
  });
  await addOffice(tx, merchant.id);
  const { id: profileId, notificationKey } = merchant.profiles.sandbox;
  return { merchantId: merchant.id, profileId, notificationKey, userId: merchant.userId };
}

/**
 * A colleague whose address is confirmed, so that the mail catcher shows what a merchant's team is mailed. Nobody signs
 * in as the office: nobody knows the password.
 */
async function addOffice(tx: Tx, merchantId: MerchantId): Promise<void> {
  const office = { merchantId, email: officeEmail, fullName: 'Demo Office', role: 'admin' } as const;
  const id = await createUserWithHash(tx, office, await hashPassword(newPassword()));
  await execute(tx, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [id]);
}

async function takeOver(tx: Tx, passwordHash: string): Promise<DemoMerchant | undefined> {
  const merchant = await findMerchant(tx);
  if (merchant === undefined) return undefined;
  await execute(tx, 'UPDATE app_user SET password_hash = $1 WHERE email = $2', [passwordHash, email]);
  // As for a merchant that is made now: a version of the documents may be newer than this data.
  await recordAcceptance(tx, merchant.userId, versionsToAccept(undefined));
  // Without the key that sealed it, a notification key cannot be read any more, only replaced.
  const notificationKey =
    (await openKey(tx, merchant.profileId)) ?? (await rotateNotificationKey(tx, box, merchant.profileId, 0));
  return { ...merchant, notificationKey };
}

function findMerchant(on: Tx | Db): Promise<Omit<DemoMerchant, 'notificationKey'> | undefined> {
  return maybeOne(
    on,
    `SELECT p.merchant_id AS "merchantId", p.id AS "profileId", u.id AS "userId" FROM app_user u
     JOIN profile p ON p.merchant_id = u.merchant_id
     WHERE u.email = $1 AND p.mode = 'sandbox'`,
    [email],
  );
}

async function openKey(on: Tx | Db, profileId: ProfileId): Promise<string | undefined> {
  try {
    return (await signingKeys(on, box, profileId))[0];
  } catch {
    return undefined;
  }
}

/** Random, with what the rules of spec §5 ask for: ten characters or more, an upper-case letter and a number. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const word = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('');
  return `Tide-${word}-${randomInt(10, 100)}`;
}

function readVariable(name: string): string {
  const value = loadSetting(process.env, name);
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
