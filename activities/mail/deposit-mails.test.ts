import { beforeAll, expect, test } from 'vitest';
import type { Deposit } from '../../contract/deposits.ts';
import { execute } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { depositsAt, makeAddress, receive } from '../../db/deposits/testing.fixture.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import { DEPOSIT_MAIL_EVENTS } from '../../domain/accounts/merchant-mail.ts';
import { newId } from '../../domain/ids.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { depositMail, onDepositEvent } from './deposit-mails.ts';
import { mailsTo } from './enqueued.fixture.ts';

const { db } = await openTestDatabase();
const publicUrl = 'https://pay.example';
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await makeMerchant(db);
  await execute(db, 'UPDATE app_user SET email_verified_at = now() WHERE id = $1', [merchant.user.id]);
});

const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
  id: newId(),
  version: 4,
  type: 'crypto',
  mode: 'sandbox',
  gate_id: 'BTC',
  currency: 'BTC',
  amount: '0.00100000',
  net_amount: '0.00099500',
  minimum: '0.00004000',
  fees: { service: '0.00000500' },
  reference: 'customer-1001',
  address_id: newId(),
  status: 'done',
  status_reason: null,
  bank: null,
  transactions: [],
  conversion: null,
  created_at: new Date(0).toISOString(),
  completed_at: null,
  ...changes,
});

/** Lets an event happen that is delivered twice. */
async function happened(type: string, data = deposit()): Promise<void> {
  const eventId = newId();
  const body = JSON.stringify({ type, timestamp: new Date(0).toISOString(), data });
  const values = [eventId, merchant.profileId, type, data.id, body];
  await execute(db, 'INSERT INTO event (id, profile_id, type, entity_id, body) VALUES ($1, $2, $3, $4, $5)', values);
  const consume = onDepositEvent({ db, publicUrl });
  for (let time = 0; time < 2; time += 1) await consume({ eventId, topic: `event.${type}`, payload: {} });
}

async function afterChoosing(events: readonly string[]): Promise<void> {
  await execute(db, 'UPDATE profile SET email_events = $2 WHERE id = $1', [merchant.profileId, events]);
  await execute(db, 'DELETE FROM outbox', []);
}

/** A deposit that was to be converted so. @returns its id */
async function makeDeposit(autoconversion: object): Promise<string> {
  const address = await makeAddress(db, merchant, 'BTC', { reference: newId() });
  await receive(db, address, { minor: 100_000n, status: 'confirmed' });
  const [row] = await depositsAt(db, address.id);
  await execute(db, 'UPDATE deposit SET autoconversion = $2 WHERE id = $1', [row?.id, JSON.stringify(autoconversion)]);
  return row?.id ?? '';
}

const mails = () => mailsTo(db, merchant.user.email);

test('comes once for each event that the profile has chosen, and for no other', async () => {
  const all = [...DEPOSIT_MAIL_EVENTS, 'deposit.created', 'deposit.processing', 'deposit.confirming'];
  for (const chosen of [...DEPOSIT_MAIL_EVENTS, 'invoice.done']) {
    await afterChoosing([chosen]);
    for (const type of all) await happened(type);
    expect(await mails(), chosen).toHaveLength(chosen === 'invoice.done' ? 0 : 1);
  }
});

test('a deposit that staff hold back is processing as any other, which nobody is emailed of', async () => {
  await afterChoosing(DEPOSIT_MAIL_EVENTS);
  await happened('deposit.processing', deposit({ status: 'processing' }));
  expect(await mails()).toEqual([]);
});

test('says what reached the balance, and leads to the deposit; a reference cannot add a line', async () => {
  await afterChoosing(DEPOSIT_MAIL_EVENTS);
  const conversion = { id: newId(), from: 'BTC', to: 'EUR', amount_from: '0.00099500', amount_to: '78.81' } as const;
  const done = deposit({
    reference: 'anna\nAddress: evil',
    conversion: { ...conversion, rate: '79200', at: 'present' },
  });
  await happened('deposit.done', done);
  await happened('deposit.error', deposit({ status: 'error', status_reason: 'dropped' }));
  const [arrived, gone] = await mails();
  expect(arrived?.subject).toBe('[Sandbox] A deposit is done: 0.00100000 BTC');
  expect(arrived?.text).toContain('Added to your balance: 0.00099500 BTC\nConverted into: 78.81 EUR');
  expect(arrived?.text).toContain('Reference: anna Address: evil');
  expect(arrived?.text).toContain(`${publicUrl}/balance?tab=deposits&id=${done.id}`);
  expect(gone?.text).toContain('Nothing was credited.');
  expect(gone?.text).not.toContain('Added to your balance');
});

test('a deposit that should have been converted and was not is mailed about to who wants to know that alone', async () => {
  const conversionFailed = async (autoconversion: object) => {
    const id = await makeDeposit(autoconversion);
    await happened('deposit.done', deposit({ id, status_reason: 'conversion_given_up' }));
    return mails();
  };
  await afterChoosing([]);
  await execute(db, `UPDATE profile SET newer_email_events = '{}' WHERE id = $1`, [merchant.profileId]);
  expect(await conversionFailed({ type: 'full', gate_id: 'EUR' })).toEqual([]);
  await execute(db, `UPDATE profile SET newer_email_events = '{conversion.failed}' WHERE id = $1`, [
    merchant.profileId,
  ]);
  // Nothing was to be converted, or never could be.
  expect(await conversionFailed({ type: 'none' })).toEqual([]);
  expect(await conversionFailed({ type: 'full', gate_id: 'TRX' })).toEqual([]);
  await happened('deposit.done');
  expect(await mails()).toEqual([]);
  const [mail, ...more] = await conversionFailed({ type: 'full', gate_id: 'EUR' });
  expect(mail?.subject).toBe('[Sandbox] A deposit was not converted: 0.00100000 BTC');
  expect(mail?.text).toContain('the coins are in your balance as they came');
  expect(more).toEqual([]);
});

test('every language has its own words for everything that can happen', () => {
  const reorganized = { status: 'error', status_reason: 'reorganized' } as const;
  for (const changes of [{}, reorganized, { status: 'error' as const }]) {
    const subjects = LANGUAGES.map((language) => {
      return depositMail(deposit(changes), { profileName: 'Shop', publicUrl, language }).subject;
    });
    expect(new Set(subjects).size).toBe(LANGUAGES.length);
  }
});
