import { newId } from '../../domain/ids.ts';
import type { Db } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { RECIPIENTS } from '../payouts/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';

/** Makes an active method of the sandbox that pays BTC each week. It has no schedule yet. @returns its ID */
export async function makeAutomaticMethod(db: Db, { merchantId, profileId }: TestMerchant): Promise<string> {
  const id = newId();
  await execute(
    db,
    `INSERT INTO payment_method (id, merchant_id, profile_id, mode, operation, type, status, title, gate_id, address,
       address_key, automatic, period, ownership_confirmed_at, correct_confirmed_at, created_by, changed_by)
     VALUES ($1, $2, $3, 'sandbox', 'payout', 'crypto', 'active', 'Treasury', 'BTC', $4, $4, true, 'week', now(),
       now(), 'ada', 'ada')`,
    [id, merchantId, profileId, RECIPIENTS.BTC],
  );
  return id;
}
