import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { examples } from '../../../domain/examples.fixture.ts';
import { makeDay } from '../../../domain/reserves/day.fixture.ts';
import { EXIT, type Io } from './io.ts';
import { runCli } from './program.ts';
import { formatMinor, verifyReserves } from './reserves-verifier.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate-reserves-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const owed = {
  BTC: [
    { merchantId: 'ada', amountMinor: 150_000n },
    { merchantId: 'bob', amountMinor: 150_000n },
  ],
  XRP: [{ merchantId: 'ada', amountMinor: 7n }],
};
const today = makeDay('2026-11-29', owed);
const yesterday = makeDay('2026-11-28', owed);
const proof = today.proofOf('ada');
const verify = (file: unknown, key?: string) => verifyReserves(JSON.stringify(file), key);
const changed = (change: (file: typeof proof) => unknown) => {
  const copy = structuredClone(proof);
  change(copy as typeof proof);
  return verify(copy);
};

test('a proof that the gateway made verifies with code of its own, and says what it is a part of', async () => {
  expect(await verify(proof, today.publicKey)).toEqual({
    mode: 'production',
    day: '2026-11-29',
    moment: '2026-11-29T00:10:00.000Z',
    gateway: 'https://pay.example',
    merchantId: 'ada',
    keyId: today.statement.split('.')[1],
    balances: [
      { gateId: 'BTC', decimals: 8, amount: 150_000n, owed: 300_000n },
      { gateId: 'XRP', decimals: 8, amount: 7n, owed: 7n },
    ],
  });
});

test('every balance of every merchant verifies, and none that differs by one unit', async () => {
  const balances = fc.array(fc.bigInt({ min: 0n, max: 2n ** 192n - 2n }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(balances, fc.uint8Array({ minLength: 32, maxLength: 32 }), async (amounts, seed) => {
      const list = amounts.map((amountMinor, at) => ({ merchantId: `m-${at}`, amountMinor }));
      const day = makeDay('2026-11-29', { ETH: list }, { seed, decimals: 18 });
      for (const { merchantId, amountMinor } of list) {
        const file = day.proofOf(merchantId);
        const [proven] = (await verify(file)).balances;
        expect(proven?.amount).toBe(amountMinor);
        const [balance] = file.balances;
        const more = { ...file, balances: [{ ...balance, amount: String(amountMinor + 1n) }] };
        await expect(verify(more)).rejects.toThrow('is not part of the total that was signed');
      }
    }),
    { numRuns: examples(10) },
  );
});

test('a balance that was changed by one unit is not proven', async () => {
  const message = 'The balance of 0.00149999 BTC is not part of the total that was signed for 2026-11-29';
  await expect(changed((file) => Object.assign(file.balances[0] ?? {}, { amount: '149999' }))).rejects.toThrow(message);
});

test('a proof of another day is refused, and the message says which days', async () => {
  const mixed = { ...proof, statement: yesterday.statement, public_key: yesterday.publicKey };
  await expect(verify(mixed)).rejects.toThrow(
    'The proof is of 2026-11-29, but the statement in it is of 2026-11-28: they do not belong together.',
  );
  // The day of the file rewritten, too: the leaves themselves belong to a day.
  await expect(verify({ ...mixed, day: '2026-11-28' })).rejects.toThrow('or the proof is of another day');
});

test('a proof of sandbox is none of production', async () => {
  const sandbox = makeDay('2026-11-29', owed, { mode: 'sandbox' });
  const mixed = { ...proof, statement: sandbox.statement, public_key: sandbox.publicKey };
  await expect(verify(mixed)).rejects.toThrow('The proof is of production mode, but the statement in it is of sandbox');
  await expect(verify({ ...mixed, mode: 'sandbox' })).rejects.toThrow('is not part of the total');
});

test('a leaf of one merchant proves nothing to another of the same balance', async () => {
  await expect(changed((file) => Object.assign(file, { merchant_id: 'bob' }))).rejects.toThrow('is not part of');
});

test('a sum that moves from one side to the other, and numbers that wrap around, are refused', async () => {
  const first = (file: typeof proof) => file.balances[0]?.path[0] ?? {};
  await expect(changed((file) => Object.assign(first(file), { sum: '1' }))).rejects.toThrow('is not part of');
  await expect(changed((file) => Object.assign(first(file), { sum: '-1' }))).rejects.toThrow('is no whole number');
  await expect(changed((file) => Object.assign(first(file), { sum: String(2n ** 224n) }))).rejects.toThrow('too large');
  await expect(changed((file) => Object.assign(first(file), { sum: String(2n ** 224n - 1n) }))).rejects.toThrow();
  for (const amount of ['-1', '1.5', '01', '1e3', 1, String(2n ** 192n)]) {
    await expect(changed((file) => Object.assign(file.balances[0] ?? {}, { amount }))).rejects.toThrow(/whole|large/);
  }
});

test('a path of another length, a place outside, and unreadable hashes are refused', async () => {
  const own = (file: typeof proof) => file.balances[0] ?? {};
  await expect(changed((file) => Object.assign(own(file), { path: [] }))).rejects.toThrow('another length');
  await expect(changed((file) => Object.assign(own(file), { place: 1024 }))).rejects.toThrow('names no place');
  await expect(changed((file) => Object.assign(own(file), { place: -1 }))).rejects.toThrow('names no place');
  await expect(changed((file) => Object.assign(own(file), { salt: 'zz' }))).rejects.toThrow('A hash cannot be read');
  await expect(changed((file) => Object.assign(own(file), { gate_id: 'LTC' }))).rejects.toThrow('does not contain LTC');
  await expect(verify({ ...proof, balances: [...proof.balances, ...proof.balances] })).rejects.toThrow('twice');
});

test('a statement that was changed, or signed by somebody else, is refused', async () => {
  const [word, key, payload = '', signature] = proof.statement.split('.');
  const more = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('300000', '300001'));
  const forged = [word, key, more.toString('base64url'), signature].join('.');
  await expect(verify({ ...proof, statement: forged })).rejects.toThrow('The signature of the statement is wrong');
  await expect(verify({ ...proof, public_key: yesterday.publicKey })).rejects.toThrow('signed by another key');
  await expect(verify(yesterday.proofOf('ada'), today.publicKey)).rejects.toThrow('another key than the one');
  await expect(verify({ ...proof, statement: 'TG1.a.b' })).rejects.toThrow('cannot be read');
});

test('files that are something else are refused with a sentence', async () => {
  for (const text of ['', 'null', '[]', '{}', '%PDF']) {
    await expect(verifyReserves(text)).rejects.toThrow('This is no file of a proof of reserves.');
  }
  await expect(verify({ ...proof, version: 2 })).rejects.toThrow('Get a newer verifier');
  await expect(verify({ ...proof, day: undefined })).rejects.toThrow('The file is incomplete');
});

test('amounts have all their places', () => {
  expect([formatMinor(5n, 8), formatMinor(123n, 2), formatMinor(7n, 0)]).toEqual(['0.00000005', '1.23', '7']);
});

test('the command prints what is proven, and fails with the reason', async () => {
  const path = join(folder, 'proof.json');
  writeFileSync(path, JSON.stringify(proof));
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const io: Io = { env: {}, stdin: process.stdin, say, warn: say, signal: new AbortController().signal };
    return { code: await runCli(['verify-reserves', ...args], io), lines };
  };
  const keyId = today.statement.split('.')[1];
  expect(await run(path)).toEqual({
    code: EXIT.done,
    lines: [
      'Proven for merchant ada at 2026-11-29T00:10:00.000Z (2026-11-29).',
      '  0.00150000 BTC of 0.00300000 BTC owed in total',
      '  0.00000007 XRP of 0.00000007 XRP owed in total',
      `Signed by the key ${keyId} of https://pay.example; compare it with the key on https://pay.example/reserves.`,
    ],
  });
  const named = await run(path, '--key', today.publicKey, '--json');
  expect(JSON.parse(named.lines[0] ?? '')).toMatchObject({ proven: true, balances: [{ amount: '0.00150000' }, {}] });
  writeFileSync(path, JSON.stringify({ ...proof, merchant_id: 'bob' }));
  const failed = await run(path);
  expect([failed.code, failed.lines[0]]).toEqual([EXIT.failed, expect.stringMatching(/^Not proven\. The balance of /)]);
});
