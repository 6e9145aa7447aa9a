import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { eraseAccount } from '../accounts/erase-account.ts';
import { createAccountSecrets } from '../accounts/secrets.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeMerchant, type TestMerchant, testBox, testEncryptionKey } from '../testing.fixture.ts';
import { keepUpload, openAttachment } from './attachments.ts';
import { purgeTickets } from './purge.ts';
import { openTicket } from './write.ts';

const { db } = await openTestDatabase();
const secrets = createAccountSecrets(testEncryptionKey);
const bytes = Buffer.from('%PDF-1.7 a receipt');
afterAll(() => execute(db, 'DELETE FROM ticket', []));

const upload = ({ user }: TestMerchant) =>
  inTransaction(db, (tx) => keepUpload(tx, testBox, { fileName: '../a\u0000/receipt.pdf', bytes, userId: user.id }));

async function open(shop: TestMerchant, source: 'back_office' | 'invoice_page' = 'back_office') {
  const isOwn = source === 'back_office';
  const file = isOwn ? await upload(shop) : undefined;
  const message = { id: newId(), text: 'Where is it?', attachments: file === undefined ? [] : [file] };
  const { row } = await inTransaction(db, (tx) =>
    openTicket(tx, {
      source,
      merchantId: shop.merchantId,
      userId: isOwn ? shop.user.id : null,
      about: null,
      name: 'Ada',
      email: 'Ada@Shop.example',
      language: 'en',
      subject: 'A question',
      message,
      nowMs: Date.now(),
    }),
  );
  return { id: row.id, file, messageId: message.id };
}

const left = (ids: readonly string[]) =>
  one<{ tickets: number; messages: number; files: number }>(
    db,
    `SELECT (SELECT count(*)::int FROM ticket WHERE id = ANY($1::uuid[])) AS tickets,
       (SELECT count(*)::int FROM ticket_message WHERE ticket_id = ANY($1::uuid[])) AS messages,
       (SELECT count(*)::int FROM ticket_attachment a JOIN ticket_message m ON m.id = a.message_id
        WHERE m.ticket_id = ANY($1::uuid[])) AS files`,
    [ids],
  );

describe('tickets are deleted', () => {
  test('with their threads and files when their time is over, and not before', async () => {
    const shop = await makeMerchant(db);
    const [old, fresh, spam] = [await open(shop), await open(shop), await open(shop)];
    await execute(db, "UPDATE ticket SET updated_at = now() - interval '25 months' WHERE id = $1", [old.id]);
    await execute(db, "UPDATE ticket SET spam_at = now() - interval '31 days' WHERE id = $1", [spam.id]);
    expect(await purgeTickets(db, { months: 24, nowMs: Date.now() })).toBe(2);
    expect(await left([old.id, spam.id])).toEqual({ tickets: 0, messages: 0, files: 0 });
    expect(await left([fresh.id])).toEqual({ tickets: 1, messages: 1, files: 1 });
  });

  test('with the account of their merchant, but not those of payers', async () => {
    const shop = await makeMerchant(db);
    const [own, payers] = [await open(shop), await open(shop, 'invoice_page')];
    await upload(shop);
    await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
    await inTransaction(db, (tx) => eraseAccount(tx, secrets, shop.merchantId));
    expect((await left([own.id])).tickets).toBe(0);
    expect((await left([payers.id])).tickets).toBe(1);
    const files = await one<{ count: number }>(
      db,
      'SELECT count(*)::int AS count FROM ticket_attachment WHERE user_id = $1',
      [shop.user.id],
    );
    expect(files.count).toBe(0);
  });

  test('files that were never sent after a day', async () => {
    const shop = await makeMerchant(db);
    const id = await upload(shop);
    const count = () =>
      one<{ count: number }>(db, 'SELECT count(*)::int AS count FROM ticket_attachment WHERE id = $1', [id]);
    await purgeTickets(db, { months: 24, nowMs: Date.now() });
    expect((await count()).count).toBe(1);
    await purgeTickets(db, { months: 24, nowMs: Date.now() + 25 * 3_600_000 });
    expect((await count()).count).toBe(0);
  });
});

test('a file opens with its ticket alone, and not where its bytes were changed', async () => {
  const { file = '', messageId } = await open(await makeMerchant(db));
  const opened = await openAttachment(db, testBox, { id: file, messageIds: [messageId] });
  expect([opened.fileName, opened.bytes]).toEqual(['receipt.pdf', bytes]);
  await expect(openAttachment(db, testBox, { id: file, messageIds: [newId()] })).rejects.toMatchObject({
    code: 'not_found',
  });
  await execute(
    db,
    'UPDATE ticket_attachment SET content = set_byte(content, 30, 1 - get_byte(content, 30) % 2) WHERE id = $1',
    [file],
  );
  await expect(openAttachment(db, testBox, { id: file, messageIds: [messageId] })).rejects.toThrow();
});
