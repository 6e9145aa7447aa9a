import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountSecrets } from '../../db/accounts/secrets.ts';
import { cardOrderMail } from '../../db/card-orders/publish.ts';
import { cardDesk } from '../../db/card-orders/testing.fixture.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { makeMerchant, testEncryptionKey } from '../../db/testing.fixture.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { onCardOrderMail } from './card-order-mails.ts';
import { mailsTo } from './enqueued.fixture.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 4, applicationName: 'test-card-mails' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const secrets = createAccountSecrets(testEncryptionKey);
const publicUrl = 'https://pay.example';

async function mailed(status: Parameters<typeof cardOrderMail>[1], language: (typeof LANGUAGES)[number] = 'en') {
  const shop = await makeMerchant(db, { mode: 'sandbox' });
  const { id } = await cardDesk(db).complete(shop, { language });
  const { payload, topic } = cardOrderMail(id, status);
  const message = { eventId: `${id}`, topic, payload };
  // The bus may bring it twice.
  for (let n = 0; n < 2; n += 1) await onCardOrderMail({ db, secrets, publicUrl })(message as never);
  return mailsTo(db, `${id}@payer.test`);
}

test('the customer is mailed once how the order ended, and never about a chargeback', async () => {
  const [declined, ...more] = await mailed('declined');
  expect(more).toEqual([]);
  expect(declined).toMatchObject({ subject: "[Sandbox] Your payment didn't go through" });
  expect(declined?.text).toContain(
    "Your payment didn't go through, please double-check your payment details and try again",
  );
  expect(await mailed('charged_back')).toEqual([]);
  expect(await mailed('expired')).toEqual([]);
});

test.each(LANGUAGES)('in %s, with what was bought and where it went', async (language) => {
  const [mail, ...more] = await mailed('delivered', language);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('LTC');
  expect(mail?.text).not.toMatch(/\{\w+\}|undefined|null/);
});
