import { expect, test } from 'vitest';
import type { MerchantId } from '../../domain/ids.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { createAccountSecrets } from '../accounts/secrets.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, paymentsChanged, recordPayment } from '../invoices/testing.fixture.ts';
import { balances } from '../ledger/balances.ts';
import { makePayout, mismatches } from '../payouts/testing.fixture.ts';
import { makeMerchant, testEncryptionKey } from '../testing.fixture.ts';

const { db } = await openTestDatabase();

test('money that reaches an old invoice of a deleted merchant is in its books, and nobody pays it out', async () => {
  await makeRates(db);
  const shop = await makeMerchant(db);
  const { id: invoiceId } = await makeInvoice(db, shop);
  await execute(db, `UPDATE invoice SET status = 'expired', expires_at = now() - interval '1 hour' WHERE id = $1`, [
    invoiceId,
  ]);
  await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
  const secrets = createAccountSecrets(testEncryptionKey);
  await inTransaction(db, (tx) => eraseAccount(tx, secrets, shop.merchantId as MerchantId));

  await recordPayment(db, { invoiceId, minor: 300_000n, status: 'confirmed' });
  await paymentsChanged(db, invoiceId);
  const held = (await balances(db, { owner: shop.merchantId, mode: shop.mode })).filter(
    ({ asset, creditsPosted, debitsPosted }) => asset === 'BTC' && creditsPosted > debitsPosted,
  );
  expect(held.reduce((sum, { creditsPosted, debitsPosted }) => sum + creditsPosted - debitsPosted, 0n)).toBe(300_000n);
  await expect(makePayout(db, shop)).rejects.toThrow(/is deleted/);
  expect(await mismatches(db)).toEqual([]);
});
