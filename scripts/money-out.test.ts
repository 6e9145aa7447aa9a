import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeystore } from '../activities/signer/keystore.ts';
import { verifyAudit } from '../db/audit/verify.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { select } from '../db/core/sql.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { type AccountRef, GATEWAY } from '../db/ledger/accounts.ts';
import { freezeBooks } from '../db/ledger/freezes.ts';
import { postTransfers } from '../db/ledger/transfers.ts';
import { isStopped } from '../db/payouts/emergency-stop.ts';
import { makeStaff } from '../db/staff/staff.fixture.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { accountXpubsOf } from '../domain/assets/seed.ts';
import { TEST_MNEMONIC } from '../settings/config.fixture.ts';

let folder: string;
const { db, databaseUrl } = await openTestDatabase();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-money-out-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run money-out', () => {
  async function moneyOut(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'money-out.ts'), ...args],
      {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      },
    ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
    return stdout;
  }
  const stopped = (mode: 'sandbox' | 'production', network: 'BTC' | 'ETH') =>
    inTransaction(db, (tx) => isStopped(tx, { mode, network }));

  test('lists what merchants owe, and writes a debt off with a reason, as it was listed', async () => {
    expect(await moneyOut('debts')).toContain('No merchant owes anything.');
    const { merchantId, mode } = await makeMerchant(db);
    const account = { owner: merchantId, mode, asset: 'BTC' } as const;
    const custody: AccountRef = { ...account, owner: GATEWAY, kind: 'custody:BTC' };
    const postings = [{ debit: { ...account, kind: 'receivable' } as const, credit: custody, minor: 150_000n }];
    await inTransaction(db, (tx) => postTransfers(tx, [{ key: 'test:debt', kind: 'test', postings }]));
    expect(await moneyOut('debts')).toContain(`OWED 0.0015 BTC (${mode} BTC) by ${merchantId}`);
    const of = ['write-off', '--merchant', merchantId, '--mode', mode, '--asset', 'BTC', '--amount'];
    expect(await moneyOut(...of, '0.0015', '--by', 'ada')).toContain("required option '--reason <why>'");
    const [manager, mlro] = [await makeStaff(db, 'manager'), await makeStaff(db, 'mlro')];
    const by = ({ email }: { email: string }) => ['--reason', 'closed', '--by', email];
    expect(await moneyOut(...of, '0.0015', '--reason', 'closed')).toContain("required option '--by <email address>'");
    expect(await moneyOut(...of, '0.001', ...by(manager))).toContain('The debt is 0.0015 BTC now.');
    expect(await moneyOut(...of, '0.0015', ...by(await makeStaff(db, 'representative')))).toContain(
      'This needs a staff member',
    );
    expect(await moneyOut(...of, '0.0015', ...by(manager))).toContain('Requested.');
    expect(await moneyOut(...of, '0.0015', ...by(manager))).toContain('One more person of another role must agree');
    expect(await moneyOut(...of, '0.0015', ...by(mlro))).toContain('Confirm that request');
    const [, request = ''] = /OWED 0.0015 BTC .*--request (\S+)/s.exec(await moneyOut('debts')) ?? [];
    expect(await moneyOut(...of, '0.0015', ...by(mlro), '--request', request)).toContain('No merchant owes anything.');
    const rows = await select(db, `SELECT action FROM audit_log WHERE action = 'debt.written_off'`);
    expect(rows).toHaveLength(1);
  });

  test('stops and releases one network or all, says why, and is on the staff chain of the audit log', async () => {
    expect(await moneyOut('show')).toContain('Nothing is stopped');
    expect(await moneyOut('stop')).toContain("required option '--reason <why>'");
    expect(await moneyOut('stop', '--network', 'DOGE', '--reason', 'x')).toContain('Allowed choices are');
    expect(await moneyOut('halt', '--reason', 'x')).toContain('Usage');
    expect(await moneyOut('stop', '--mode', 'production', '--network', 'BTC', '--reason', 'odd fees')).toContain(
      'STOPPED BTC (production)',
    );
    expect([await stopped('production', 'BTC'), await stopped('sandbox', 'BTC')]).toEqual([true, false]);
    expect(await moneyOut('stop', '--reason', 'drill')).toContain('every network (sandbox)');
    expect([await stopped('sandbox', 'ETH'), await stopped('production', 'ETH')]).toEqual([true, true]);
    expect(await moneyOut('go', '--reason', 'drill over')).not.toContain('every network');
    expect([await stopped('sandbox', 'ETH'), await stopped('production', 'BTC')]).toEqual([false, true]);
    await moneyOut('go', '--mode', 'production', '--network', 'BTC', '--reason', 'fees are fine');
    expect(await moneyOut('show')).toContain('Nothing is stopped');
    const rows = await select<{ action: string }>(
      db,
      `SELECT action FROM audit_log WHERE chain = 'staff' AND action LIKE 'money.%' ORDER BY seq`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'money.stopped',
      ...Array(2).fill('money.stopped'),
      ...Array(2).fill('money.released'),
      'money.released',
    ]);
    expect((await verifyAudit(db)).broken).toBeUndefined();
  });

  test('shows that the books are frozen, and lets go of that alone, with a reason and once', async () => {
    const lines = () => select(db, `SELECT data FROM audit_log WHERE action = 'money.unfrozen'`);
    await inTransaction(db, freezeBooks);
    expect(await moneyOut('show')).toContain('FROZEN every balance');
    expect(await moneyOut('go', '--reason', 'drill')).toContain('FROZEN every balance');
    expect(await moneyOut('unfreeze')).toContain("required option '--reason <why>'");
    expect(await moneyOut('unfreeze', '--mode', 'sandbox', '--reason', 'x')).toContain("unknown option '--mode'");
    expect(await moneyOut('show')).toContain('FROZEN every balance');
    await moneyOut('stop', '--network', 'ETH', '--reason', 'drill');
    const said = await moneyOut('unfreeze', '--reason', 'a correction was posted');
    expect([said.includes('FROZEN'), said.includes('STOPPED ETH')]).toEqual([false, true]);
    await moneyOut('unfreeze', '--reason', 'again');
    expect(await lines()).toEqual([{ data: { reason: 'a correction was posted' } }]);
    await moneyOut('go', '--network', 'ETH', '--reason', 'drill over');
  });
});

describe('scripts/signer-keystore.ts', () => {
  async function keystore(args: string[], answers: string[]): Promise<{ said: string; code: number | null }> {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'signer-keystore.ts'), ...args]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    child.stdin.end(answers.map((answer) => `${answer}\n`).join(''));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { said, code };
  }
  const passphrase = 'a long passphrase';

  test('writes words encrypted, for the owner alone, and prints the public keys for the configuration', async () => {
    const file = join(folder, 'keystore.json');
    const { said, code } = await keystore(['--file', file], [TEST_MNEMONIC, passphrase, passphrase]);
    expect(code).toBe(0);
    const xpubs = accountXpubsOf({ mnemonic: TEST_MNEMONIC, chain: 'main' });
    for (const [network, xpub] of Object.entries(xpubs)) expect(said).toContain(`XPUB_${network}=${xpub}`);
    const content = readFileSync(file, 'utf8');
    expect(content + said).not.toContain('abandon');
    expect(content + said).not.toContain(passphrase);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await openKeystore(content, passphrase)).toBe(TEST_MNEMONIC);
    await expect(openKeystore(content, 'another passphrase')).rejects.toThrow('does not open');
    const weaker = content.replace('"N": 131072', '"N": 2');
    await expect(openKeystore(weaker, passphrase)).rejects.toThrow('does not open');
    // The words might be nowhere else: a second keystore never takes the place of the first.
    expect((await keystore(['--file', file], [TEST_MNEMONIC, passphrase, passphrase])).code).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('makes words of its own, and refuses what is no phrase, a short passphrase and a slip', async () => {
    const file = join(folder, 'new.json');
    const attempts = [
      [['not', 'words'].join(' '), passphrase, passphrase],
      [TEST_MNEMONIC, 'short', 'short'],
      [TEST_MNEMONIC, passphrase, `${passphrase}.`],
      [TEST_MNEMONIC],
    ];
    for (const answers of attempts) expect((await keystore(['--file', file], answers)).code).toBe(1);
    const { said } = await keystore(['--file', file, '--new', '--chain', 'test'], [passphrase, passphrase]);
    const words = /paper only:\n\n {2}(.*)\n/.exec(said)?.[1] ?? '';
    expect(words.split(' ')).toHaveLength(24);
    expect(await openKeystore(readFileSync(file, 'utf8'), passphrase)).toBe(words);
    expect(said).toContain('SANDBOX_XPUB_BTC=tpub');
  });
});
