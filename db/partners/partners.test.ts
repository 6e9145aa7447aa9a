import { afterEach, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { balances } from '../ledger/balances.ts';
import { recentTrialBalance, trialBalance } from '../ledger/trial-balance.ts';
import { codeOf } from '../refunds/testing.fixture.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { addLink, countVisit, findOpenLink } from './links.ts';
import { decideReferral, findDueReferrals, reviewReferral } from './review.ts';
import { partnersTable } from './rows.ts';
import { settleMonth } from './settle.ts';
import { shareAside, shareFees } from './shares.ts';
import { EVIDENCE, partnerDesk } from './testing.fixture.ts';
import { createTouches } from './touches.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);
const { charge, share, books } = desk;

afterEach(async () => {
  expect((await trialBalance(db)).mismatches).toEqual([]);
  expect((await recentTrialBalance(db)).mismatches).toEqual([]);
});

const statusOf = async (id: string) => (await partnersTable.findOne(db, { id }))?.status;

describe('an application', () => {
  test('is reviewed, approved with evidence and accepted, and then has a link', async () => {
    const id = await desk.applied();
    expect(await partnersTable.findOne(db, { id })).toMatchObject({
      kind: 'ambassador',
      status: 'applied',
      subscribers: 25_000,
      shareBps: null,
      merchantId: null,
    });
    expect(await codeOf(desk.act(id, { type: 'approve', evidence: EVIDENCE }))).toBe('illegal_transition');
    await desk.act(id, { type: 'take_up' });
    const { token } = await desk.act(id, { type: 'approve', evidence: EVIDENCE });
    const merchant = await makeMerchant(db);
    await desk.accept(merchant, token ?? '');
    expect(await partnersTable.findOne(db, { id })).toMatchObject({
      status: 'active',
      evidence: EVIDENCE,
      shareBps: 1_000,
      capMinor: 1_000_000n,
      merchantId: merchant.merchantId,
      agreedBy: merchant.user.id,
      agreementVersion: '2026-11-30',
      tokenHash: null,
    });
  });

  test('of one address is open once at a time', async () => {
    const email = `${newId()}@reach.example`;
    const id = await desk.applied({ email });
    await desk.applied({ email: email.toUpperCase() });
    expect(await partnersTable.count(db, { email })).toBe(1);
    await desk.act(id, { type: 'decline', note: 'The followers are not real.' });
    expect(await statusOf(id)).toBe('declined');
    await desk.applied({ email });
    expect(await partnersTable.count(db, { email })).toBe(2);
  });

  test('is accepted by the newest link only, once, in time, and for one account', async () => {
    const { id, token: first } = await desk.approved();
    const { token } = await desk.act(id, { type: 'approve', evidence: EVIDENCE });
    const merchant = await makeMerchant(db);
    const accept = (by: string, nowMs?: number) => codeOf(desk.accept(merchant, by, nowMs));
    expect(await accept(first)).toBe('not_found');
    expect(await accept(token ?? '', Date.now() + 31 * 86_400_000)).toBe('not_found');
    await desk.accept(merchant, token ?? '');
    expect(await accept(token ?? '')).toBe('not_found');
    const other = await desk.approved();
    expect(await accept(other.token)).toBe('conflict');
    expect(await statusOf(other.id)).toBe('approved');
  });

  test('that two accounts accept at once belongs to one of them', async () => {
    const { token } = await desk.approved();
    const accounts = [await makeMerchant(db), await makeMerchant(db)];
    const codes = await Promise.all(accounts.map((each) => codeOf(desk.accept(each, token))));
    expect(codes.filter((code) => code === 'not_found')).toHaveLength(1);
  });
});

describe('a link', () => {
  test('brings merchants while it is open and its partner is active', async () => {
    const { id, link } = await desk.active();
    expect(await findOpenLink(db, link.code)).toEqual({ id: link.id, partnerId: id });
    await desk.act(id, { type: 'pause', note: 'Odd visits.' });
    expect(await findOpenLink(db, link.code)).toBeUndefined();
    expect(await desk.come(await desk.stranger(), { linkId: link.id })).toBe(false);
    await desk.act(id, { type: 'resume' });
    expect(await desk.come(await desk.stranger(), { linkId: link.id })).toBe(true);
    await desk.act(id, { type: 'end', note: 'As agreed.' });
    expect(await desk.come(await desk.stranger(), { linkId: link.id })).toBe(false);
  });

  test('counts its visits by day', async () => {
    const { link } = await desk.active();
    await Promise.all([1, 2, 3].map(() => countVisit(db, link.id)));
    const days = await select(db, 'SELECT visits FROM partner_link_day WHERE link_id = $1', [link.id]);
    expect(days).toEqual([{ visits: 3 }]);
  });

  test('is one of twenty', async () => {
    const { id } = await desk.active();
    const add = () => inTransaction(db, (tx) => addLink(tx, id, 'Newsletter'));
    await Promise.all(Array.from({ length: 19 }, add));
    expect(await codeOf(add())).toBe('conflict');
  });
});

describe('a cookie of a visit', () => {
  const touches = createTouches(Buffer.alloc(32, 7));
  const touch = { linkId: newId(), visitId: newId(), atMs: Date.UTC(2026, 10, 30) };
  const cookie = touches.write(touch);
  const DAY_MS = 86_400_000;

  test('is read for ninety days', () => {
    expect(touches.read(cookie, touch.atMs)).toEqual(touch);
    expect(touches.read(cookie, touch.atMs + 90 * DAY_MS - 1)).toEqual(touch);
    expect(touches.read(cookie, touch.atMs + 90 * DAY_MS)).toBeUndefined();
  });

  test.each([
    ['of another installation', createTouches(Buffer.alloc(32, 8)).write(touch)],
    ['with another link', cookie.replace(touch.linkId, newId())],
    ['with another visit', cookie.replace(touch.visitId, newId())],
    ['with a later time', cookie.replace(/\.([0-9a-z]+)\.(?=[\w-]{43}$)/, `.${(touch.atMs + 1).toString(36)}.`)],
    ['without a signature', cookie.replace(/\.[\w-]{43}$/, '.')],
    ['with more at its end', `${cookie}A`],
    ['that is empty', ''],
    ['that is missing', undefined],
  ])('%s is refused', (_name, forged) => expect(touches.read(forged, touch.atMs)).toBeUndefined());
});

describe('a merchant', () => {
  test('who came by two partners belongs to the first', async () => {
    const [one, other] = [await desk.active(), await desk.active()];
    const merchant = await desk.referred(one);
    expect(await desk.come(merchant, { linkId: other.link.id })).toBe(false);
    await charge(merchant, 1_000n);
    await share();
    expect(await books(one.id)).toMatchObject({ earned: 100n });
    expect(await books(other.id)).toMatchObject({ earned: 0n });
  });

  test('is brought by a visit that brought nobody else', async () => {
    const { link } = await desk.active();
    const visit = { linkId: link.id, visitId: newId() };
    const [one, other] = [await desk.stranger(), await desk.stranger()];
    expect(await desk.come(one, visit)).toBe(true);
    expect(await desk.come(other, visit)).toBe(false);
    expect(await desk.come(other, { linkId: link.id, visitId: null })).toBe(true);
  });

  test('who is the partner brings nothing, whatever the fees', async () => {
    const partner = await desk.active();
    await desk.come(partner.account, { linkId: partner.link.id });
    const [standing, signals] = (await desk.standingOf(partner.account)) ?? [];
    expect([standing, signals]).toEqual(['refused', expect.arrayContaining(['own_account', 'same_email'])]);
    await charge(partner.account, 100_000n);
    await share();
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  });

  test.each([
    ['browser', 'same_browser', 'refused'],
    ['computer of one kind', 'same_device', 'held'],
    ['bank account', 'same_bank_account', 'refused'],
    ['website', 'same_website', 'refused'],
    ['name of a person', 'same_name', 'held'],
    ['name of the company', 'same_company_name', 'held'],
    ['employee', 'employee', 'held'],
  ] as const)('with the %s of the partner is found when it appears', async (_what, signal, standing) => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    expect(await desk.standingOf(merchant)).toEqual(['counted', []]);
    await charge(merchant, 10_000n);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 1_000n });

    await execute(db, CONNECTING[signal], [[partner.account.merchantId, merchant.merchantId]]);
    await inTransaction(db, (tx) => reviewReferral(tx, merchant.merchantId));
    expect(await desk.standingOf(merchant)).toEqual([standing, [signal]]);
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  });

  test('is compared again after a day', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    const due = async () => (await inTransaction(db, (tx) => findDueReferrals(tx, 1_000))).map((row) => row.merchantId);
    expect(await due()).not.toContain(merchant.merchantId);
    const sql = `UPDATE partner_referral SET checked_at = now() - interval '25 hours' WHERE merchant_id = $1`;
    await execute(db, sql, [merchant.merchantId]);
    expect(await due()).toContain(merchant.merchantId);
    await inTransaction(db, (tx) => reviewReferral(tx, merchant.merchantId));
    expect(await due()).not.toContain(merchant.merchantId);
  });

  test('whom a signal holds counts once a person lets it, with all it has brought', async () => {
    const partner = await desk.active();
    const merchant = await desk.stranger();
    await execute(db, `UPDATE app_user SET full_name = 'Long, Vera' WHERE id = $1`, [merchant.user.id]);
    await desk.come(merchant, { linkId: partner.link.id });
    expect(await desk.standingOf(merchant)).toEqual(['held', ['same_name']]);
    await charge(merchant, 10_000n);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 0n });

    const { id: staffId } = await makeStaff(db, 'manager');
    const decide = (counts: boolean, partnerId = partner.id) =>
      inTransaction(db, (tx) =>
        decideReferral(tx, { merchantId: merchant.merchantId, partnerId, counts, staffId, note: 'Two people.' }),
      );
    expect(await codeOf(decide(true, newId()))).toBe('not_found');
    await decide(true);
    await decide(true);
    expect(await books(partner.id)).toEqual({ earned: 1_000n, earnings: 1_000n, debt: 0n });
    await decide(false);
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  });
});

/** A row in each of two accounts that connects them. */
const CONNECTING = {
  same_browser: deviceSql(`'one browser'`, 'd.id::text'),
  same_device: deviceSql('d.id::text::bytea', `'one kind'`),
  same_bank_account: `
    INSERT INTO payment_method (id, merchant_id, profile_id, mode, operation, type, status, title, gate_id, iban, bic,
      account_name, created_by, changed_by)
    SELECT gen_random_uuid(), merchant_id, id, mode, 'withdrawal', 'fiat', 'pending', 'Bank', 'EUR',
      'DE89370400440532013000', 'COBADEFFXXX', 'A', 'a', 'a'
    FROM profile WHERE merchant_id = ANY($1::uuid[]) AND mode = 'production'`,
  same_website: `UPDATE merchant SET website = 'https://www.two.example' WHERE id = ANY($1::uuid[])`,
  same_company_name: `UPDATE merchant SET company_name = 'Second Harbor' WHERE id = ANY($1::uuid[])`,
  // The people of the partner's account have addresses there.
  employee: `UPDATE merchant SET website = 'https://shop.example' WHERE id = ($1::uuid[])[2]`,
  same_name: `UPDATE app_user SET full_name = 'One Person' WHERE merchant_id = ANY($1::uuid[])`,
} as const;

function deviceSql(cookie: string, visitor: string): string {
  return `INSERT INTO known_device (user_id, cookie_hash, visitor_id) SELECT d.id, sha256(${cookie}), ${visitor}
    FROM app_user d WHERE d.merchant_id = ANY($1::uuid[])`;
}

describe('a settlement', () => {
  const NOVEMBER = Date.UTC(2026, 10, 15);
  const DECEMBER = Date.UTC(2026, 11, 1);
  const settle = (id: string, nowMs: number) => moneyTransaction(db, (tx) => settleMonth(tx, id, nowMs));
  const balanceOf = async (merchantId: string) => {
    const all = await balances(db, { owner: merchantId, mode: 'production' });
    return all.find(({ asset, kind }) => asset === 'EUR' && kind === 'available')?.total ?? 0n;
  };

  test('moves the earnings to the balance of the account, once a month, and once by two at once', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await charge(merchant, 50_000n);
    await share();
    const done = await Promise.all([1, 2, 3].map(() => settle(partner.id, NOVEMBER)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(partner.account.merchantId)).toBe(5_000n);
    expect(await books(partner.id)).toEqual({ earned: 5_000n, earnings: 0n, debt: 0n });
    await charge(merchant, 20_000n);
    await share();
    expect(await settle(partner.id, NOVEMBER)).toBe(false);
    expect(await settle(partner.id, DECEMBER)).toBe(true);
    expect(await balanceOf(partner.account.merchantId)).toBe(7_000n);
  });

  test('waits for ten euro, and for a paused partner', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await charge(merchant, 9_999n);
    await share();
    expect(await settle(partner.id, NOVEMBER)).toBe(false);
    await charge(merchant, 10n);
    await share();
    await desk.act(partner.id, { type: 'pause', note: 'Odd visits.' });
    expect(await settle(partner.id, NOVEMBER)).toBe(false);
    await desk.act(partner.id, { type: 'end', note: 'As agreed.' });
    expect(await settle(partner.id, NOVEMBER)).toBe(true);
    expect(await balanceOf(partner.account.merchantId)).toBe(1_000n);
  });

  test('is followed by a return: it is owed by later months, and the account keeps what it was given', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    const subject = await charge(merchant, 50_000n);
    await share();
    await settle(partner.id, NOVEMBER);
    await charge(merchant, -50_000n, { subject });
    await share();
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 5_000n });
    await charge(merchant, 30_000n);
    await share();
    expect(await books(partner.id)).toEqual({ earned: 3_000n, earnings: 0n, debt: 2_000n });
    expect(await settle(partner.id, DECEMBER)).toBe(false);
    expect(await balanceOf(partner.account.merchantId)).toBe(5_000n);
    await charge(merchant, 40_000n);
    await share();
    expect(await books(partner.id)).toEqual({ earned: 7_000n, earnings: 2_000n, debt: 0n });
    expect(await settle(partner.id, DECEMBER)).toBe(true);
    expect(await balanceOf(partner.account.merchantId)).toBe(7_000n);
  });
});

describe('a share', () => {
  test('is that of service, conversion and card fees, and of no other', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await charge(merchant, 1_000n, { fee: 'fees:service' });
    await charge(merchant, 500n, { fee: 'fees:conversion' });
    await charge(merchant, 200n, { fee: 'fees:card' });
    await charge(merchant, 9_000n, { fee: 'fees:network' });
    await charge(merchant, 9_000n, { mode: 'sandbox' });
    await charge(await desk.stranger(), 9_000n);
    await share();
    expect(await books(partner.id)).toEqual({ earned: 170n, earnings: 170n, debt: 0n });
  });

  test('of a coin is valued at the rate of its hour, and adds up below a cent', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await desk.price('BTC', '60000');
    // Each is 0.6 cents, and 10 % of that are 0.06 cents.
    for (let at = 0; at < 20; at += 1) await charge(merchant, 10n, { asset: 'BTC' });
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 1n });
  });

  test('of a returned fee goes back to the cent, also after a part of it', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    const subject = await charge(merchant, 333n);
    await charge(merchant, -100n, { subject });
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 23n });
    await charge(merchant, -233n, { subject });
    await share();
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
  });

  test('is booked once by two processes at once', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    for (let at = 0; at < 10; at += 1) await charge(merchant, 1_000n);
    await Promise.all(Array.from({ length: 6 }, () => shareFees(db)));
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 1_000n });
  });

  test('of a fee whose transaction died is not there, and later is', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await charge(merchant, 1_000n);
    await execute(db, `ALTER TABLE partner_fee_cursor ADD CONSTRAINT dies CHECK (through < 0) NOT VALID`);
    await expect(shareFees(db)).rejects.toThrow('dies');
    expect(await books(partner.id)).toEqual({ earned: 0n, earnings: 0n, debt: 0n });
    await execute(db, `ALTER TABLE partner_fee_cursor DROP CONSTRAINT dies`);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 100n });
  });

  test('stops at the cap, and returned fees free it again', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    const subject = await charge(merchant, 9_000_000n);
    await charge(merchant, 5_000_000n);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 1_000_000n });
    await charge(merchant, -9_000_000n, { subject });
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 500_000n, earnings: 500_000n });
  });

  test('is not earned while the partner is paused, and fees of that time take nothing back', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    const before = await charge(merchant, 1_000n);
    await share();
    await desk.act(partner.id, { type: 'pause', note: 'Odd visits.' });
    const during = await charge(merchant, 5_000n);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 100n });
    await charge(merchant, -5_000n, { subject: during });
    await charge(merchant, -1_000n, { subject: before });
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 0n });
  });

  test.each(['pause', 'end'] as const)(
    'that was set aside is earned although the partner is stopped later (%s)',
    async (type) => {
      const partner = await desk.active();
      const merchant = await desk.referred(partner);
      const subject = await charge(merchant, 5_000n);
      const failing = new Map([[merchant.merchantId, 'Its account is frozen.']]);
      while ((await shareFees(db, failing)) > 0);
      await desk.act(partner.id, { type, note: 'Odd visits.' });
      // Charged too late to earn anything, and kept in order: a return comes after its fee.
      await charge(merchant, 9_000n);
      await charge(merchant, -1_000n, { subject });
      await share();
      expect(await books(partner.id)).toMatchObject({ earned: 0n });
      while ((await shareAside(db, merchant.merchantId)) > 0);
      expect(await books(partner.id)).toMatchObject({ earned: 400n });
      // Nothing is aside any more: later fees are shared at once.
      await charge(merchant, -1_000n, { subject });
      await share();
      expect(await books(partner.id)).toMatchObject({ earned: 300n });
    },
  );

  test('waits for a price, and lets others go on', async () => {
    const partner = await desk.active();
    const merchant = await desk.referred(partner);
    await charge(merchant, 1_000_000_000n, { asset: 'XRP' });
    await charge(merchant, 1_000n);
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 100n });
    await desk.price('XRP', '2');
    await share();
    expect(await books(partner.id)).toMatchObject({ earned: 20_100n });
  });
});
