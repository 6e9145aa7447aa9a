import { CRYPTO_GATES } from '../../domain/assets/assets.ts';
import { type MerchantId, newId } from '../../domain/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { lockUntilCommit } from '../core/sql.ts';
import { type DemoShop, demoShopTable, findDemoShop } from '../shops/demo-shop.ts';
import { createProfile } from '../shops/profiles.ts';
import { merchantsTable } from '../shops/rows.ts';

const NAME = 'Demo of the public site';

/**
 * The merchant whose invoices are demos, made once per database. It has no user, so that nobody can sign in as it, no
 * API token, no profile for production, and nowhere to send webhooks or mails to.
 */
export async function ensureDemoShop(db: Db, box: SecretBox): Promise<DemoShop> {
  return (await findDemoShop(db)) ?? (await inTransaction(db, (tx) => makeOnce(tx, box)));
}

async function makeOnce(tx: Tx, box: SecretBox): Promise<DemoShop> {
  await lockUntilCommit(tx, 'demo shop');
  const made = await findDemoShop(tx);
  if (made !== undefined) return made;
  const merchantId = newId<MerchantId>();
  await merchantsTable.create(tx, { id: merchantId, companyName: NAME });
  const silent = { emailEvents: [], newerEmailEvents: [] } as const;
  const profile = { merchantId, mode: 'sandbox', name: NAME, gates: [...CRYPTO_GATES], ...silent } as const;
  const { id: profileId } = await createProfile(tx, box, profile);
  await demoShopTable.create(tx, { merchantId, profileId });
  return { merchantId, profileId };
}
