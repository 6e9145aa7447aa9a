import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { applyStrayPayments } from '../db/chain/stray-payments.ts';
import { inTransaction, moneyTransaction } from '../db/core/sequelize.ts';
import { execute, select } from '../db/core/sql.ts';
import { bookOwnFunds } from '../db/custody/own-funds.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { trialBalance } from '../db/ledger/trial-balance.ts';
import { gates } from '../domain/assets/assets.ts';
import { newId } from '../domain/ids.ts';

const { db, databaseUrl } = await openTestDatabase();

async function custody(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const program = [join(import.meta.dirname, 'custody.ts'), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  return stdout;
}

test('npm run custody lists money in suspense, and closes the alert of a payment that somebody has seen to', async () => {
  const id = newId();
  await execute(
    db,
    `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
     destination_tag, status, first_seen_at,
       required_confirmations)
     VALUES ($1, 'production', 'XRP', 'ab', 'ab', '', 'XRP', 'XRP', 25000000, 'key', 4711, 'confirmed', now(), 1)`,
    [id],
  );
  await inTransaction(db, (tx) => applyStrayPayments(tx, { paymentIds: [id], nowMs: Date.now() }));
  const listed = await custody();
  expect(listed).toContain('in suspense production XRP 25.000000 ab tag 4711');
  expect(listed).toContain(id);
  expect(await custody('seen', '--payment', id)).toContain('Closed the alert');
  expect(await select(db, 'SELECT id FROM alert WHERE resolved_at IS NULL')).toEqual([]);
  expect(await custody('seen', '--payment', id)).toContain('No alert');
  expect(await custody()).toContain('in suspense');
});

test('npm run custody -- book books what is missing once, with its reason, and no more than is missing', async () => {
  await execute(
    db,
    `INSERT INTO custody_check (mode, network, gate_id, height, chain_minor, books_minor, incoming_minor,
     outgoing_minor, open_fees_minor,
       difference_minor, differs_since, told_minor, checked_at)
     VALUES ('sandbox', 'XRP', 'XRP', 7, 988, 1000, 0, 0, 0, -12, now(), -12, now())`,
    [],
  );
  const book = (amount: string) =>
    custody(
      'book',
      '--mode',
      'sandbox',
      '--gate',
      'XRP',
      '--amount',
      amount,
      '--by',
      'ada',
      '--note',
      'AccountSet by hand',
    );
  expect(await book('0.000013')).toContain('found fewer coins missing');
  expect(await book('0')).toContain('more than zero');
  expect(await book('0.000012')).toContain('Booked 0.000012 XRP (sandbox) as missing');
  expect(await book('0.000012')).toContain('found fewer coins missing');
  const entries = await select<{ kind: string; amount: string; note: string }>(
    db,
    `SELECT a.kind, e.amount::text AS amount, t.note FROM entry e JOIN transfer t ON t.id = e.transfer_id
     JOIN account a ON a.id = e.account_id
     WHERE t.kind = 'custody_missing' ORDER BY a.kind`,
    [],
  );
  expect(entries).toEqual([
    { kind: 'custody:XRP', amount: '-12', note: 'ada: AccountSet by hand' },
    { kind: 'fees:network', amount: '12', note: 'ada: AccountSet by hand' },
  ]);
  expect(await custody()).toContain('sandbox XRP: on chain 0.000988, books 0.000988');
  expect(await select(db, `SELECT action FROM audit_log WHERE action = 'money.written_off'`, [])).toHaveLength(1);
});

test('npm run custody -- require-tag requests the setting once, and shows how it gets on', async () => {
  const requireTag = (mode: string) =>
    custody('require-tag', '--mode', mode, '--by', 'ada', '--note', 'payers forget tags');
  expect(await requireTag('test')).toContain('Allowed choices are sandbox, production.');
  expect(await requireTag('production')).toContain('Requested. The signer applies it within about two minutes.');
  const again = await requireTag('production');
  expect(again).toContain('This was already requested and is not done yet.');
  expect(again).toContain('setting production XRP require_destination_tag: requested, by ada');
  expect(await custody()).toContain('setting production XRP require_destination_tag: requested, by ada');
  expect(await custody('require-tag', '--mode', 'production')).toContain('Usage:');
  expect(await select(db, `SELECT action FROM audit_log WHERE action = 'money.tag_required'`, [])).toHaveLength(1);
});

test('npm run custody -- end-chain empties the books of a test chain once, and refuses a main chain', async () => {
  await execute(
    db,
    `INSERT INTO chain_identity (mode, network, chain, name, simulated) VALUES
       ('sandbox', 'TRON', 'regtest', 'simulated', true), ('production', 'TRON', 'main', 'main', false)`,
    [],
  );
  const funds = { mode: 'sandbox', gate: gates.TRX, minor: 2_500_000n, by: 'ada', note: 'A float.' } as const;
  await moneyTransaction(db, (tx) => bookOwnFunds(tx, funds));
  const endChain = (mode: string, network: string) =>
    custody('end-chain', '--mode', mode, '--network', network, '--by', 'ada', '--note', 'a node of our own');
  expect(await endChain('sandbox', 'DOGE')).toContain('Allowed choices are BTC, ');
  expect(await endChain('production', 'TRON')).toContain('its books are never ended');
  expect(await endChain('production', 'BTC')).toContain('there is nothing to end');
  expect(await endChain('sandbox', 'TRON')).toContain(
    'Ended TRX (sandbox): 2.500000 taken from balances, 0.000000 left with invoices.',
  );
  expect(await endChain('sandbox', 'TRON')).toContain('The books have no coins on TRON (sandbox).');
  expect((await trialBalance(db)).mismatches).toEqual([]);
});
