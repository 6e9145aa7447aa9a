import { beforeAll, describe, expect, test } from 'vitest';
import { CASE_STATUSES, type CaseStatus } from '../../domain/compliance/case.ts';
import { type MerchantId, newId } from '../../domain/ids.ts';
import { INVOICE_STATUSES, RESTING_STATUSES } from '../../domain/state/invoice-status.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, json, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { dropConstraints } from '../payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { missingForDeletion } from './deletion-checks.ts';
import { eraseAccount } from './erase-account.ts';
import { createAccountSecrets } from './secrets.ts';

const { db } = await openTestDatabase();
const secrets = createAccountSecrets(testEncryptionKey);

type Row = readonly [table: string, values: Readonly<Record<string, unknown>>];
type Rows = (shop: TestMerchant) => readonly Row[];

/** Tables that take rows of the few columns that a test is about. */
const LOOSENED = [
  'account',
  'account_freeze',
  'invoice',
  'payout',
  'mass_payout',
  'mass_payout_slice',
  'refund_request',
  'suspension',
  'claim',
  'deposit',
  'linked_report',
  'linked_report_operation',
  'linked_operation',
  'compliance_case',
  'visitor',
  'session',
  'known_device',
  'recovery_code',
  'verification_code',
  'account_application',
  'invitation',
  'activity',
  'logo',
  'webhook_delivery',
  'webhook_attempt',
  'payment_link',
  'payment_request',
  'payout_address',
  'payment_method',
  'idempotency_key',
];
beforeAll(async () => {
  for (const table of LOOSENED) {
    await dropConstraints(db, table);
    const columns = await select<{ name: string }>(
      db,
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND attnotnull AND NOT attisdropped AND attidentity = ''
         AND NOT EXISTS (
           SELECT FROM pg_index i WHERE i.indrelid = attrelid AND i.indisprimary AND attnum = ANY(i.indkey))`,
      [table],
    );
    for (const { name } of columns) await execute(db, `ALTER TABLE ${table} ALTER COLUMN ${name} DROP NOT NULL`);
  }
});

async function put(rows: readonly Row[]): Promise<void> {
  for (const [table, values] of rows) {
    const columns = Object.keys(values).join(', ');
    await execute(
      db,
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
      [json(values)],
    );
  }
}

const account = (shop: TestMerchant, values: object): Row => [
  'account',
  {
    owner: shop.merchantId,
    mode: 'sandbox',
    asset: 'BTC',
    kind: 'available',
    debits_posted: 0,
    credits_posted: 0,
    debits_pending: 0,
    credits_pending: 0,
    ...values,
  },
];
const of = (shop: TestMerchant) => ({ id: newId(), merchant_id: shop.merchantId, mode: 'production' });

const INVOICE = newId();
const OPEN_CASES: readonly CaseStatus[] = ['checking', 'review', 'rechecking', 'suspended'];

/** Each thing that keeps an account, with the words that staff read. */
const KEEPS: Readonly<Record<string, readonly [Rows, string]>> = {
  balance: [(shop) => [account(shop, { credits_posted: 150_000 })], '0.0015 BTC on the balance (sandbox).'],
  debt: [(shop) => [account(shop, { kind: 'receivable', debits_posted: 150_000 })], 'A debt of 0.0015 BTC (sandbox).'],
  'money of an invoice': [
    (shop) => [account(shop, { kind: `invoice:${INVOICE}`, credits_posted: 1 })],
    `0.00000001 BTC on invoice ${INVOICE} (sandbox).`,
  ],
  'money that is held': [
    (shop) => [account(shop, { debits_pending: 150_000 })],
    '0.0015 BTC on its way, on the balance (sandbox).',
  ],
  'money that is coming': [
    (shop) => [account(shop, { kind: `invoice:${INVOICE}`, credits_pending: 150_000 })],
    `0.0015 BTC on its way, on invoice ${INVOICE} (sandbox).`,
  ],
  ...Object.fromEntries(
    INVOICE_STATUSES.filter((status) => !RESTING_STATUSES.has(status)).map((status) => [
      `invoice in ${status}`,
      [(shop: TestMerchant) => [['invoice', { ...of(shop), status }]], '1 open invoice (production).'] as const,
    ]),
  ),
  ...Object.fromEntries(
    ['new', 'pending', 'queue', 'confirming'].flatMap((status) =>
      (['payout', 'refund'] as const).map((kind) => [
        `${kind} in ${status}`,
        [(shop: TestMerchant) => [['payout', { ...of(shop), kind, status }]], `1 open ${kind} (production).`] as const,
      ]),
    ),
  ),
  'payout in error whose money is held': [
    (shop) => [['payout', { ...of(shop), kind: 'payout', status: 'error', hold: 'open' }]],
    '1 open payout (production).',
  ],
  ...Object.fromEntries(
    ['pending', 'queue', 'confirming'].map((status) => [
      `mass payout in ${status}`,
      [(shop: TestMerchant) => [['mass_payout', { ...of(shop), status }]], '1 open mass payout (production).'] as const,
    ]),
  ),
  'slice that is held': [
    (shop) => {
      const mass = { ...of(shop), status: 'error' };
      return [
        ['mass_payout', mass],
        ['mass_payout_slice', { mass_payout_id: mass.id, slice: 1, status: 'held' }],
      ];
    },
    '1 open mass payout (production).',
  ],
  'request for a refund': [
    (shop) => [['refund_request', { id: newId(), profile_id: shop.profileId, status: 'open' }]],
    '1 open request for a refund (sandbox).',
  ],
  ...Object.fromEntries(
    ['checking', 'review', 'paying'].map((status) => [
      `claim in ${status}`,
      [
        (shop: TestMerchant) => [['claim', { ...of(shop), status }]],
        '1 open claim to a payment (production).',
      ] as const,
    ]),
  ),
  'claim that is being paid back': [
    (shop) => [
      ['claim', { ...of(shop), status: 'paying' }],
      ['payout', { ...of(shop), kind: 'balance_recovery', status: 'confirming', hold: 'open' }],
    ],
    '1 open claim to a payment (production).',
  ],
  'claim that an operator must look at': [
    (shop) => [['claim', { ...of(shop), status: 'done', needs_operator: true }]],
    '1 open claim to a payment (production).',
  ],
  ...Object.fromEntries(
    ['created', 'pending', 'confirming', 'processing'].map((status) => [
      `deposit in ${status}`,
      [(shop: TestMerchant) => [['deposit', { ...of(shop), status }]], '1 open deposit (production).'] as const,
    ]),
  ),
  'money of a deposit': [
    (shop) => [account(shop, { kind: `deposit:${INVOICE}`, credits_posted: 1 })],
    `0.00000001 BTC on deposit ${INVOICE} (sandbox).`,
  ],
  ...Object.fromEntries(
    ['suspended', 'reported'].map((status) => [
      `${status} operation`,
      [
        (shop: TestMerchant) => [['suspension', { ...of(shop), status }]],
        '1 operation suspended by compliance (production).',
      ] as const,
    ]),
  ),
  'freeze of a balance': [
    (shop) => {
      const id = Math.floor(Math.random() * 1e9) + 1e6;
      return [account(shop, { id }), ['account_freeze', { cause: newId(), account_id: id }]];
    },
    '1 freeze of a balance (sandbox).',
  ],
  'draft of a report': [
    (shop) => {
      const [report, payment] = [newId(), newId()];
      return [
        ['linked_report', { id: report, mode: 'production', status: 'draft' }],
        ['linked_operation', { payment_id: payment, merchant_id: shop.merchantId }],
        ['linked_report_operation', { report_id: report, payment_id: payment }],
      ];
    },
    '1 draft of a report on linked operations (production).',
  ],
  ...Object.fromEntries(
    OPEN_CASES.map((status) => [
      `case in ${status}`,
      [
        (shop: TestMerchant) => [['compliance_case', { id: newId(), merchant_id: shop.merchantId, status }]],
        '1 open case of compliance.',
      ] as const,
    ]),
  ),
};

/** An ended process keeps nothing. */
const RESTS: Rows = (shop) => [
  account(shop, { debits_posted: 7, credits_posted: 7 }),
  ...[...RESTING_STATUSES].map((status): Row => ['invoice', { ...of(shop), status }]),
  ...['done', 'error', 'canceled'].flatMap((status) =>
    ['payout', 'refund'].map((kind): Row => ['payout', { ...of(shop), kind, status, hold: 'released' }]),
  ),
  ...['new', 'validated', 'not_valid', 'done', 'error'].map((status): Row => ['mass_payout', { ...of(shop), status }]),
  ...['approved', 'rejected'].map(
    (status): Row => ['refund_request', { id: newId(), profile_id: shop.profileId, status }],
  ),
  ['suspension', { ...of(shop), status: 'released' }],
  ...['done', 'declined', 'recorded'].map((status): Row => ['claim', { ...of(shop), status }]),
  ...['done', 'error'].map((status): Row => ['deposit', { ...of(shop), status }]),
];

describe('the deletion of an account', () => {
  test.each(Object.entries(KEEPS))('waits for: %s', async (_, [rows, words]) => {
    const [shop, other] = [await makeMerchant(db), await makeMerchant(db)];
    await put(rows(shop));
    expect(await missingForDeletion(db, shop.merchantId)).toEqual([words]);
    expect(await missingForDeletion(db, other.merchantId), 'another merchant').toEqual([]);
  });

  test.each(['money_out', 'invoices'])('waits for the end of a restriction of %s', async (what) => {
    const { merchantId } = await makeMerchant(db);
    await execute(db, `UPDATE merchant SET ${what}_restricted_at = now() WHERE id = $1`, [merchantId]);
    expect(await missingForDeletion(db, merchantId)).toEqual(['1 restriction by compliance.']);
  });

  test('waits for nothing that is over', async () => {
    const shop = await makeMerchant(db);
    await put(RESTS(shop));
    for (const status of CASE_STATUSES.filter((each) => !OPEN_CASES.includes(each))) {
      await execute(db, 'DELETE FROM compliance_case WHERE merchant_id = $1', [shop.merchantId]);
      await put([['compliance_case', { id: newId(), merchant_id: shop.merchantId, status }]]);
      expect(await missingForDeletion(db, shop.merchantId), status).toEqual([]);
    }
  });
});

const MARK = 'zaphod';

/** Everything of a merchant that is erased, with a mark in each text that names somebody. */
function erasable(shop: TestMerchant): readonly Row[] {
  const [user_id, profile_id, event_id] = [shop.user.id, shop.profileId, newId()];
  const visitor_id = `${MARK}-${newId()}`;
  const hash = () => `\\x${newId().replaceAll('-', '')}`;
  const email = `${MARK}@merchant.test`;
  return [
    ['visitor', { id: visitor_id, user_agent: MARK }],
    ['session', { id_hash: hash(), user_id, visitor_id, user_agent: MARK, expires_at: '2099-01-01T00:00:00Z' }],
    ['known_device', { user_id, cookie_hash: hash(), visitor_id, user_agent: MARK }],
    ['recovery_code', { user_id, code_hash: hash() }],
    ['verification_code', { id: newId(), user_id, email: `new-${email}`, bound: { name: MARK } }],
    ['verification_code', { id: newId(), email: shop.user.email, bound: { name: MARK } }],
    ['account_application', { id: newId(), email: shop.user.email, contact_handle: MARK, domain: `${MARK}.test` }],
    ['invitation', { id: newId(), merchant_id: shop.merchantId, email, full_name: MARK }],
    ['activity', { id: newId(), merchant_id: shop.merchantId, user_id, user_agent: MARK }],
    ['logo', { id: newId(), profile_id, width: 1, height: 1 }],
    ['webhook_delivery', { event_id, profile_id, url: `https://${MARK}.test`, status: 'retrying', attempt_count: 1 }],
    ['webhook_attempt', { event_id, attempt: 1, answer: MARK }],
    ['payout_address', { profile_id, network: 'BTC', address_key: MARK, destination_tag: -1 }],
    ['payment_link', { id: newId(), profile_id, active: true, success_url: `https://${MARK}.test` }],
    ['payment_request', { id: newId(), profile_id, recipient_name: MARK, recipient_email: email, success_url: MARK }],
    ['idempotency_key', { scope: `${shop.merchantId}:sandbox:x`, key: MARK, response_body: MARK }],
    ['claim', { ...of(shop), status: 'done', claimed_by: user_id, email: shop.user.email }],
    ['invoice', { ...of(shop), status: 'canceled', notification_url: `https://${MARK}.test` }],
  ];
}

const COUNTED = ['session', 'known_device', 'recovery_code', 'verification_code', 'account_application', 'invitation'];

/** The tables that contain a text, whatever the column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await select<{ name: string }>(
    db,
    `SELECT relname AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await select(db, `SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('erasing an account leaves nothing that signs in or names people, in no column of no table', async () => {
  const shop = await makeMerchant(db);
  const other = await makeMerchant(db);
  await put(erasable(shop));
  await execute(
    db,
    `UPDATE app_user SET full_name = $2, totp_secret_sealed = 'x', totp_enabled_at = now(), country = 'DE'
     WHERE id = $1`,
    [shop.user.id, MARK],
  );
  await execute(
    db,
    `UPDATE profile SET logo_url = $2, support_email = $2, company_phone = $2, notification_url = $2,
       email_events = ARRAY['invoice.done']
     WHERE merchant_id = $1`,
    [shop.merchantId, `https://${MARK}.test`],
  );
  await execute(db, 'UPDATE merchant SET contact_handle = $2, deletion_requested_at = now() WHERE id = $1', [
    shop.merchantId,
    MARK,
  ]);
  const others = await select(db, 'SELECT * FROM app_user WHERE merchant_id = $1', [other.merchantId]);
  const sealed = () => select<{ key: string }>(db, keysSql, [shop.merchantId]);
  const keysBefore = await sealed();
  await inTransaction(db, (tx) => eraseAccount(tx, secrets, shop.merchantId as MerchantId));

  expect(await tablesWith(MARK)).toEqual([]);
  // The mail that tells the admins waits in the outbox until it is sent.
  expect(await tablesWith(shop.user.email)).toEqual(['outbox']);
  for (const table of COUNTED) expect(await select(db, `SELECT 1 FROM ${table} LIMIT 1`), table).toEqual([]);
  expect(await select(db, 'SELECT 1 FROM logo')).toEqual([]);
  expect(await select(db, userSql, [shop.merchantId])).toEqual([
    { signs: false, named: false, factor: false, removed: true, blocked: true },
  ]);
  const tokens = await select(db, tokensSql, [shop.merchantId]);
  expect(tokens).toEqual(tokens.map(() => ({ hash: 0, name: 'Deleted token', revoked: true })));
  expect(tokens).toHaveLength(2);
  for (const { key } of await sealed()) expect(keysBefore.map((each) => each.key)).not.toContain(key);
  expect(await select(db, 'SELECT status, next_attempt_at FROM webhook_delivery')).toEqual([
    { status: 'failed', next_attempt_at: null },
  ]);
  expect(await select(db, 'SELECT active FROM payment_link')).toEqual([{ active: false }]);
  expect(await select(db, 'SELECT * FROM app_user WHERE merchant_id = $1', [other.merchantId])).toEqual(others);
});

test('what the law obliges to keep stays as it was', async () => {
  const shop = await makeMerchant(db);
  const method = { ...of(shop), profile_id: shop.profileId, status: 'active', address: 'bc1-kept', iban: 'DE-kept' };
  await put([
    account(shop, { debits_posted: 9, credits_posted: 9 }),
    ['invoice', { ...of(shop), status: 'done', description: 'Kept invoice' }],
    ['payout', { ...of(shop), kind: 'payout', status: 'done', address: 'bc1-kept' }],
    ['compliance_case', { id: newId(), merchant_id: shop.merchantId, status: 'production', words: 'Kept case' }],
    ['suspension', { ...of(shop), status: 'released', reason: 'Kept suspicion' }],
    ['payment_method', method],
  ]);
  const kept = async () => {
    const rows: Record<string, unknown> = {};
    for (const table of ['invoice', 'payout', 'suspension', 'audit_log'] as const) {
      const column = table === 'audit_log' ? 'chain' : 'merchant_id::text';
      rows[table] = await select(db, `SELECT * FROM ${table} WHERE ${column} = $1`, [shop.merchantId]);
    }
    rows.account = await select(db, 'SELECT * FROM account WHERE owner = $1', [shop.merchantId]);
    rows.method = await select(db, 'SELECT address, iban FROM payment_method WHERE id = $1', [method.id]);
    rows.case = await select(db, 'SELECT status, words, purged_at FROM compliance_case WHERE merchant_id = $1', [
      shop.merchantId,
    ]);
    rows.company = await select(db, 'SELECT company_name FROM merchant WHERE id = $1', [shop.merchantId]);
    return rows;
  };
  const before = await kept();
  await execute(db, 'UPDATE merchant SET deletion_requested_at = now() WHERE id = $1', [shop.merchantId]);
  await inTransaction(db, (tx) => eraseAccount(tx, secrets, shop.merchantId as MerchantId));
  expect(await kept()).toEqual(before);
  const [ended] = await select<{ at: Date }>(db, 'SELECT ended_at AS at FROM compliance_case WHERE merchant_id = $1', [
    shop.merchantId,
  ]);
  expect(ended?.at, 'records are kept from here').toEqual(expect.any(Date));
  expect(await select(db, 'SELECT status FROM payment_method WHERE id = $1', [method.id])).toEqual([
    { status: 'deleted' },
  ]);
});

const keysSql = 'SELECT notification_key_sealed::text AS key FROM profile WHERE merchant_id = $1';
const userSql = `
  SELECT password_hash <> '' AS signs, full_name NOT LIKE 'Former member %' OR country IS NOT NULL AS named,
    totp_secret_sealed IS NOT NULL OR totp_enabled_at IS NOT NULL AS factor, removed_at IS NOT NULL AS removed,
    blocked_at IS NOT NULL AS blocked
  FROM app_user WHERE merchant_id = $1`;
const tokensSql = `
  SELECT length(t.secret_hash) AS hash, t.name, t.revoked_at IS NOT NULL AS revoked
  FROM api_token t JOIN profile p ON p.id = t.profile_id
  WHERE p.merchant_id = $1`;
