import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyTransaction } from '../../../../db/core/sequelize.ts';
import { execute } from '../../../../db/core/sql.ts';
import { settleMonth } from '../../../../db/partners/settle.ts';
import { partnerDesk } from '../../../../db/partners/testing.fixture.ts';
import { readSealedFile } from '../../../../domain/documents/seal.ts';
import { readPdf } from '../../../documents/read-pdf.fixture.ts';
import { addColleague, signInAs } from '../../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

let api: TestApi;
let desk: ReturnType<typeof partnerDesk>;

beforeAll(async () => {
  api = await startTestApi();
  desk = partnerDesk(api.db);
});
afterAll(() => api.close());

const urlOf = (month: string) => `/spa/partner/statements/${month}/statement.pdf`;

/** A partner who was paid 47 euro this month: 50 earned, 3 taken back. */
async function paid() {
  const nowMs = Date.now();
  const partner = await desk.active();
  const merchant = await desk.referred(partner);
  await desk.charge(merchant, 47_000n);
  const subject = await desk.charge(merchant, 3_000n);
  await desk.share();
  await desk.charge(merchant, -3_000n, { subject });
  await desk.share();
  await moneyTransaction(api.db, (tx) => settleMonth(tx, partner.id, nowMs));
  const email = `${partner.account.merchantId}@shop.example`;
  const user = { ...partner.account.user, email };
  return { ...partner, merchant, month: new Date(nowMs).toISOString().slice(0, 7), user };
}

test('a settled month has a signed statement that names no merchant', async () => {
  const { user, merchant, month, account } = await paid();
  const owner = await signInAs(api, user);
  const { statements } = (await owner({ url: '/spa/partner' })).json.data;
  expect(statements).toMatchObject([{ month, number: 'TG-TEST-001', paid: '47.00' }]);

  const answer = await owner({ url: urlOf(month) });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="partner-statement-TG-TEST-001.pdf"');
  const pdf = await readPdf(answer.bytes);
  expect([pdf.title, pdf.isTagged]).toEqual(['Partner statement', true]);
  for (const text of ['TG-TEST-001', 'Vera Long', `Shop ${account.merchantId}`, '47.00', '-3.00', '500.00'])
    expect(pdf.text.replaceAll('−', '-')).toContain(text);
  expect(pdf.text).not.toContain(merchant.merchantId);

  const sealed = readSealedFile(answer.bytes);
  if (sealed === null) throw new Error('There is no seal.');
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', sealed.covered)).toString('base64url');
  const { proof, seal } = sealed;
  const { json } = await api.call({ url: '/verify', body: { proof, file: { seal, sha256 } } });
  expect(json.data).toMatchObject({
    verdict: 'genuine',
    facts: { kind: 'partner_statement', shares: '50.00', taken_back: '3.00', carried: '0.00', paid: '47.00' },
  });
  expect((await owner({ url: urlOf(month) })).bytes.equals(answer.bytes)).toBe(true);
});

test('is of the owner of the account, and of settled months alone', async () => {
  const { user, month, account } = await paid();
  const owner = await signInAs(api, user);
  expect((await owner({ url: urlOf('2020-01') })).status).toBe(404);
  expect((await owner({ url: urlOf('2020-01-01') })).status).toBe(404);
  const support = await signInAs(api, await addColleague(api, account, 'support'));
  expect((await support({ url: urlOf(month) })).status).toBe(403);
  const other = await paid();
  await execute(api.db, 'DELETE FROM partner_settlement WHERE partner_id = $1', [other.id]);
  expect((await (await signInAs(api, other.user))({ url: urlOf(month) })).status).toBe(404);
});
