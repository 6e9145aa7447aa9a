import { MODES, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { type MerchantId, newId, type ProfileId } from '../../domain/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { createProfile, type NewProfile } from './profiles.ts';
import { merchantsTable, profilesTable } from './rows.ts';

/** How many shops a merchant may have, the first included. */
export const MAX_SHOPS = 50;

export interface Shop {
  /** The merchant's own id for the first shop. */
  readonly id: string;
  readonly isFirst: boolean;
  /** It takes no new invoices, deposit addresses and link payments. */
  readonly isClosed: boolean;
  readonly profiles: Readonly<Record<Mode, { readonly id: ProfileId; readonly name: string }>>;
}

/** A merchant's shops: the first one, then the others from old to new. */
export async function listShops(on: Db | Tx, merchantId: MerchantId): Promise<readonly Shop[]> {
  const rows = await profilesTable.find(
    on,
    { merchantId },
    {
      columns: ['id', 'mode', 'shopId', 'name', 'closedAt'],
    },
  );
  const byShop = Map.groupBy(rows, ({ shopId }) => shopId);
  const shops = [...byShop].flatMap(([shopId, profiles]) => {
    const of = (mode: Mode) => profiles.find((profile) => profile.mode === mode);
    const [sandbox, production] = MODES.map(of);
    if (sandbox === undefined || production === undefined) return [];
    const isClosed = sandbox.closedAt !== null;
    return [{ id: shopId ?? merchantId, isFirst: shopId === null, isClosed, profiles: { sandbox, production } }];
  });
  // Ids are in the order of creation.
  return shops.sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || (a.id < b.id ? -1 : 1));
}

/**
 * Makes a shop: a profile in each mode with the settings of the first shop, and notification keys, addresses, logo and
 * tokens of its own. Balance, payouts and their rules stay the merchant's.
 * @throws DomainError `conflict` where the merchant has as many shops as it may
 */
export async function createShop(
  tx: Tx,
  box: SecretBox,
  { merchantId, name }: { readonly merchantId: MerchantId; readonly name: string },
): Promise<{ readonly id: string }> {
  // Concurrent requests wait here, so that the count stays correct.
  await merchantsTable.findOne(tx, { id: merchantId }, { columns: ['id'], lock: tx.LOCK.UPDATE });
  const [first, ...others] = await listShops(tx, merchantId);
  if (first === undefined) throw new DomainError('not_found');
  if (others.length + 1 >= MAX_SHOPS) {
    throw new DomainError('conflict', { message: `A merchant can have ${MAX_SHOPS} shops.` });
  }
  const id = newId();
  for (const mode of MODES) {
    const settings = await copiedSettings(tx, first.profiles[mode].id);
    await createProfile(tx, box, { ...settings, merchantId, mode, shopId: id, name });
  }
  return { id };
}

/**
 * Closes or reopens a shop in both modes. Its business continues: open invoices are paid and settled, deposits are
 * credited.
 * @returns whether that changed anything
 * @throws DomainError `not_found`; `conflict` for the first shop, which makes payouts for all
 */
export async function setShopClosed(
  tx: Tx,
  {
    merchantId,
    id,
    closedAt,
  }: { readonly merchantId: MerchantId; readonly id: string; readonly closedAt: Date | null },
): Promise<boolean> {
  if (id === merchantId) throw new DomainError('conflict', { message: 'The first shop cannot be closed.' });
  const of = { merchantId, shopId: id };
  const profiles = await profilesTable.find(tx, of, { columns: ['id', 'closedAt'], lock: tx.LOCK.UPDATE });
  if (profiles.length === 0) throw new DomainError('not_found');
  if (profiles.every((profile) => (profile.closedAt === null) === (closedAt === null))) return false;
  await profilesTable.update(tx, { closedAt }, of);
  return true;
}

/** The parts that a new shop copies from the first: everything but names, addresses, contacts, pictures and keys. */
async function copiedSettings(tx: Tx, id: ProfileId): Promise<Omit<NewProfile, 'merchantId' | 'mode' | 'name'>> {
  const profile = await profilesTable.findOne(tx, { id });
  if (profile === undefined) throw new DomainError('not_found');
  const { gates, invoiceCurrency, taxName, taxRateBps, taxType, autoconversion, autocomplete } = profile;
  const { emailEvents, newerEmailEvents } = profile;
  const { serviceFeePayer, networkFeePayer, refundFeePayer, conversionFeePayer, showCompany } = profile;
  const { underpaidPolicy, underpaidToleranceBps, overpaidToleranceBps, lateToleranceBps } = profile;
  return {
    gates,
    invoiceCurrency,
    taxName,
    taxRateBps,
    taxType,
    autoconversion,
    autocomplete,
    emailEvents,
    newerEmailEvents,
    serviceFeePayer,
    networkFeePayer,
    refundFeePayer,
    conversionFeePayer,
    showCompany,
    underpaidPolicy,
    underpaidToleranceBps,
    overpaidToleranceBps,
    lateToleranceBps,
  };
}
