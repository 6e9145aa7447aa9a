import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { TOKEN_PERMISSIONS, type TokenPermission } from '../domain/accounts/permissions.ts';
import type { Mode } from '../domain/assets/assets.ts';
import { type MerchantId, newId, type ProfileId, type UserId } from '../domain/ids.ts';
import type { MerchantStatus } from '../domain/state/merchant.ts';
import { createMerchant, type NewMerchant } from './accounts/merchants.ts';
import { createSecretBox } from './core/secret-box.ts';
import { type Db, inTransaction } from './core/sequelize.ts';
import { execute } from './core/sql.ts';
import { createApiToken, type IssuedApiToken } from './shops/api-tokens.ts';

/** The encryption key of tests; give it to whatever reads what {@link makeMerchant} sealed. */
export const testEncryptionKey = randomBytes(32);
export const testBox = createSecretBox(testEncryptionKey);

export interface TestMerchantOptions {
  /** The mode of `profileId`, `token` and `notificationKey` in the answer; default sandbox. */
  readonly mode?: Mode;
  readonly status?: MerchantStatus;
  readonly permissions?: readonly TokenPermission[];
  readonly allowedIps?: readonly string[];
  readonly profile?: NewMerchant['profile'];
}

export interface TestMerchant {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly mode: Mode;
  readonly notificationKey: string;
  readonly token: IssuedApiToken;
  /** The same for each mode. */
  readonly modes: Readonly<
    Record<Mode, { readonly profileId: ProfileId; readonly notificationKey: string; readonly token: IssuedApiToken }>
  >;
  readonly user: { readonly id: UserId; readonly email: string; readonly password: string };
}

/**
 * A verified merchant of one's own with an admin, both profiles and an API token for each, made so long ago that
 * nothing of it cools off.
 */
export async function makeMerchant(db: Db, options: TestMerchantOptions = {}): Promise<TestMerchant> {
  const { mode = 'sandbox', permissions = TOKEN_PERMISSIONS, allowedIps = [] } = options;
  const email = `${newId()}@merchant.test`;
  passwordHash ??= quickHash(PASSWORD);
  const user = { email, fullName: 'Test Merchant', passwordHash: await passwordHash };

  return inTransaction(db, async (tx) => {
    const merchant = await createMerchant(tx, testBox, {
      companyName: 'Test Shop',
      status: options.status ?? 'verified',
      user,
      profile: options.profile,
    });
    const withToken = async (mode: Mode) => {
      const { id: profileId, notificationKey } = merchant.profiles[mode];
      return {
        profileId,
        notificationKey,
        token: await createApiToken(tx, {
          profileId,
          mode,
          name: 'test',
          permissions,
          allowedIps,
          createdBy: merchant.userId,
        }),
      };
    };
    const modes = { sandbox: await withToken('sandbox'), production: await withToken('production') };
    await execute(tx, `UPDATE api_token SET armed_at = now() - interval '31 days' WHERE profile_id = ANY($1::uuid[])`, [
      [modes.sandbox.profileId, modes.production.profileId],
    ]);
    return {
      merchantId: merchant.id,
      mode,
      ...modes[mode],
      modes,
      user: { id: merchant.userId, email, password: PASSWORD },
    };
  });
}

/**
 * A password's hash of the least cost. A hash names its own, so that to sign in with it takes no time, where one of
 * `hashPassword()` takes 20 ms of a processor.
 */
export function quickHash(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
}

const PASSWORD = 'Correct-horse-7';
let passwordHash: Promise<string> | undefined;
