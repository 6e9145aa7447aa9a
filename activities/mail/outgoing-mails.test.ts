import { beforeAll, expect, test } from 'vitest';
import type { Payout } from '../../contract/payouts.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { makeMass, massCells, openAll, runMass } from '../../db/mass-payouts/testing.fixture.ts';
import { fund } from '../../db/payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { OUTGOING_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { mailsTo } from './enqueued.fixture.ts';
import { onOutgoingEvent, outgoingMail } from './outgoing-mails.ts';

const { db } = await openTestDatabase();
const publicUrl = 'https://pay.example';
let merchant: TestMerchant;
beforeAll(async () => {
  await makeRates(db);
  merchant = await makeMerchant(db);
  await execute(db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [merchant.user.id]);
});

const chosen = (events: readonly string[]) =>
  execute(db, 'UPDATE profile SET email_events = $2 WHERE id = $1', [merchant.profileId, events]);

const payout = { id: newId(), mode: 'sandbox', gate_id: 'BTC', amount: '0.00150000', net_amount: '0.00149000' };
const single = { ...payout, address: 'bcrt1qnora', reference: 'salary\nnora' };
const bodies = {
  payout: single,
  refund: { ...single, reference: undefined, invoice_id: newId() },
  mass_payout: { ...payout, file_name: 'salaries.csv', lines: { total: 12, failed: 2 } },
};

/** Lets an event happen that is delivered twice. */
async function happened(type: string, entityId: string = newId()): Promise<void> {
  const eventId = newId();
  const data = bodies[type.slice(0, type.indexOf('.')) as keyof typeof bodies];
  const body = JSON.stringify({ type, timestamp: new Date(0).toISOString(), data });
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', [
    eventId,
    merchant.profileId,
    type,
    entityId,
    body,
  ]);
  const consume = onOutgoingEvent({ db, publicUrl });
  for (let time = 0; time < 2; time += 1) await consume({ eventId, topic: `event.${type}`, payload: {} });
}

const mails = () => mailsTo(db, merchant.user.email);

test('comes once for each event that the profile has chosen, and for no other', async () => {
  for (const requested of OUTGOING_MAIL_EVENTS) {
    await chosen([requested]);
    await execute(db, 'DELETE FROM outbox', []);
    for (const type of [...OUTGOING_MAIL_EVENTS, 'payout.pending', 'withdrawal.done']) await happened(type);
    expect(await mails(), requested).toHaveLength(1);
  }
});

test('nothing comes for a profile that has chosen nothing', async () => {
  await chosen([]);
  await execute(db, 'DELETE FROM outbox', []);
  for (const type of OUTGOING_MAIL_EVENTS) await happened(type);
  expect(await mails()).toEqual([]);
});

test('says how much went where, and leads to the operation; a reference cannot add a line', async () => {
  await chosen(OUTGOING_MAIL_EVENTS);
  await execute(db, 'DELETE FROM outbox', []);
  for (const type of ['payout.error', 'refund.done', 'mass_payout.error']) await happened(type);
  const [failed, refunded, mass] = await mails();
  expect(failed?.subject).toBe('[Sandbox] A payout has failed: 0.00150000 BTC');
  expect(failed?.text).toContain('Address: bcrt1qnora\nReference: salary nora');
  expect(failed?.text).toContain(`${publicUrl}/payouts/details?id=${payout.id}`);
  expect(refunded?.text).toContain(`${publicUrl}/history/details?id=${bodies.refund.invoice_id}`);
  expect(mass?.subject).toBe('[Sandbox] A mass payout has failed lines: salaries. csv');
  expect(mass?.text).toContain('Failed lines: 2');
});

test('the lines of a mass payout are not mailed one by one', async () => {
  await chosen(['payout.done', 'mass_payout.done']);
  await fund(db, merchant, 'BTC', 10_000_000n);
  const { id } = await makeMass(db, merchant, [massCells(1), massCells(2)]);
  await runMass(db, merchant, id);
  await openAll(db, id);
  const lines = await select<{ id: string }>(db, 'SELECT id FROM payout WHERE mass_payout_id = $1', [id]);
  expect(lines).toHaveLength(2);
  await execute(db, 'DELETE FROM outbox', []);
  for (const line of lines) await happened('payout.done', line.id);
  expect(await mails()).toEqual([]);
  await happened('mass_payout.done', id);
  expect(await mails()).toHaveLength(1);
});

test('every language has its own words for every event', () => {
  for (const type of OUTGOING_MAIL_EVENTS) {
    const subjects = LANGUAGES.map(
      (language) => outgoingMail(type, single as Payout, { profileName: 'Shop', publicUrl, language }).subject,
    );
    expect(new Set(subjects).size).toBe(LANGUAGES.length);
  }
});
