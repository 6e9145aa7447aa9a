import { CRYPTO_GATES, type Mode } from '../../domain/assets/assets.ts';
import { type MerchantId, newId, type ProfileId, type UserId } from '../../domain/ids.ts';
import type { MerchantStatus } from '../../domain/state/merchant.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Tx } from '../core/sequelize.ts';
import { createProfile, type NewProfile } from '../shops/profiles.ts';
import { merchantsTable } from '../shops/rows.ts';
import { createUserWithHash } from './users.ts';

export interface NewMerchant {
  readonly companyName: string;
  readonly status: MerchantStatus;
  /** The main user, an admin. */
  readonly user: { readonly email: string; readonly fullName: string; readonly passwordHash: string };
  /** The settings of both profiles beside the defaults. */
  readonly profile?: Partial<Omit<NewProfile, 'merchantId' | 'mode'>>;
}

export interface CreatedMerchant {
  readonly id: MerchantId;
  readonly userId: UserId;
  readonly profiles: Readonly<Record<Mode, { readonly id: ProfileId; readonly notificationKey: string }>>;
}

/**
 * Makes a merchant with its main user and a profile for each mode. @throws DomainError `conflict` when the mail address
 * is taken.
 */
export async function createMerchant(tx: Tx, box: SecretBox, merchant: NewMerchant): Promise<CreatedMerchant> {
  const id = newId<MerchantId>();
  await merchantsTable.create(tx, { id, companyName: merchant.companyName, status: merchant.status });
  const { email, fullName, passwordHash } = merchant.user;
  const userId = await createUserWithHash(tx, { merchantId: id, email, fullName, role: 'admin' }, passwordHash);
  const profiles = await createProfiles(tx, box, {
    merchantId: id,
    name: merchant.companyName,
    profile: merchant.profile,
  });
  return { id, userId, profiles };
}

/** The merchant's profile for each mode, which take every coin until the merchant chooses. */
export async function createProfiles(
  tx: Tx,
  box: SecretBox,
  {
    merchantId,
    name,
    profile,
  }: { readonly merchantId: MerchantId; readonly name: string } & Pick<NewMerchant, 'profile'>,
): Promise<CreatedMerchant['profiles']> {
  const create = (mode: Mode) =>
    createProfile(tx, box, { name, gates: [...CRYPTO_GATES], ...profile, merchantId, mode });
  return { sandbox: await create('sandbox'), production: await create('production') };
}
