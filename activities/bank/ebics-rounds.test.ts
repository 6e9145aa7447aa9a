import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { bankEntriesTable, bankFilesTable } from '../../db/bank/rows.ts';
import { createSecretBox } from '../../db/core/secret-box.ts';
import { testBox } from '../../db/testing.fixture.ts';
import { type EbicsService, parseEbicsService } from '../../domain/bank/ebics-service.ts';
import { openTestBank } from './bank.fixture.ts';
import { ebicsClient } from './ebics/client.ts';
import { keyHashText, readKeysFile, requireBankKeys, writeKeysFile } from './ebics/keys.ts';
import { makeEbicsKeys } from './ebics/make-keys.ts';
import { EBICS_STEPS, startEbicsServer } from './ebics/server.fixture.ts';
import { ebicsTransport } from './ebics-transport.ts';
import { type BankTransport, NotDeliveredError } from './transport.ts';
import { runBankRound } from './window.ts';

const t = await openTestBank();
const of = { hostId: 'TESTBANK', partnerId: 'PARTNER1', userId: 'USER1' };
const keys = makeEbicsKeys(of, Date.now());
const bankKeys = makeEbicsKeys({ ...of, userId: 'BANK' }, Date.now());
const server = await startEbicsServer({ folder: t.folder, bank: bankKeys, hostId: of.hostId });
server.nowMs = () => t.clock.nowMs;
const client = ebicsClient(server.url);
const by = () => ({ of, keys, nowMs: t.clock.nowMs });
await client.sendKeys(by());
const bank = await client.fetchBankKeys(by());

const service = (text: string): EbicsService => {
  const parsed = parseEbicsService(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};
const kinds = ['pain.002', 'camt.029', 'camt.054', 'camt.053'];
const settings = {
  url: server.url,
  of,
  keys,
  bank,
  nowMs: () => t.clock.nowMs,
  payments: service('SCT:DE:::pain.001@09'),
  recalls: service('SCR:DE:::camt.055@05'),
  downloads: kinds.map((kind) => service(`STM:DE:::${kind}`)),
};
const transport = ebicsTransport(settings);
const zipped = ebicsTransport({ ...settings, downloads: kinds.map((kind) => service(`STM:DE::ZIP:${kind}`)) });
const deps = { ...t.deps, transport };
const folder = mkdtempSync(join(tmpdir(), 'tidegate-ebics-'));
afterAll(async () => {
  for (const each of [transport, zipped, client]) await each.close();
  await server.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  Object.assign(server, { break: undefined, tamper: undefined, container: undefined, segmentSize: 1_000_000 });
  server.steps.length = 0;
});

const tick = async () => {
  // Never behind the database's clock, by which the next file of payments may be written.
  t.clock.nowMs = Math.max(t.clock.nowMs, Date.now()) + 1_000;
  await t.bank.tick(t.clock.nowMs);
};
const rounds = async (using = deps) => {
  for (let i = 0; i < 6; i += 1) {
    await tick();
    await runBankRound(using);
  }
};
const waitingAtBank = () => readdir(join(t.folder, 'from-bank'));
const collect = async (from = transport) => {
  const names: string[] = [];
  for await (const file of from.incoming()) names.push(file.name);
  return names;
};

test('payments go out and come back, and each download is confirmed once', async () => {
  const id = await t.order({ amountMinor: 1234n });
  await rounds();
  expect(t.changesOf(id)).toEqual(['in_file', 'accepted', 'booked']);
  expect(await waitingAtBank()).toEqual([]);
  const count = (step: string) => server.steps.filter((each) => each === step).length;
  expect(count('receipt')).toBe(count('BTD'));
  expect([count('BTU'), count('order-segment')]).toEqual([1, 1]);
});

test('downloads in many segments and in containers are put together', async () => {
  server.segmentSize = 300;
  server.container = 'ZIP';
  const ids = [await t.order(), await t.order({ amountMinor: 55n })];
  await rounds({ ...deps, transport: zipped });
  for (const id of ids) expect(t.changesOf(id).at(-1)).toBe('booked');
  expect(server.steps.filter((step) => step === 'segment').length).toBeGreaterThan(3);
});

type Round = () => Promise<unknown>;

/** One round after the other in one process, for which a broken connection is an error. */
const sameProcess: Round = () => runBankRound(deps).catch(() => undefined);

/**
 * A round in a process of its own, which dies where the connection breaks: nothing of it runs after that, no handling
 * of an error either, and its connection to the database is closed.
 */
const mortalProcess: Round = async () => {
  const db = t.connectAnew();
  const death = Promise.withResolvers<void>();
  const mortal = async <T>(work: () => Promise<T>): Promise<T> => {
    const isArmed = server.break !== undefined;
    try {
      return await work();
    } catch (error) {
      if (!isArmed || server.break !== undefined) throw error;
      death.resolve();
      return await new Promise<never>(() => undefined);
    }
  };
  const dying: BankTransport = {
    ...transport,
    deliver: (name, bytes) => mortal(() => transport.deliver(name, bytes)),
    async *incoming() {
      const files = transport.incoming()[Symbol.asyncIterator]();
      for (;;) {
        const { value: file, done } = await mortal(() => files.next());
        if (done === true) return;
        yield { ...file, taken: (isRefused) => mortal(() => file.taken(isRefused)) };
      }
    },
  };
  await Promise.race([runBankRound({ ...deps, db, transport: dying }), death.promise]);
  await db.close();
};

const table = { tried: 0, lost: 0, twice: 0 };
const steps = EBICS_STEPS.flatMap((step) => [['before', step] as const, ['after', step] as const]);

/** @param mayAskTheBank where only the bank knows whether it has the file: nothing is sent again by itself */
async function pay(round: Round, { when, step }: FaultOf, mayAskTheBank: readonly string[]): Promise<void> {
  server.segmentSize = 300;
  const id = await t.order({ amountMinor: 4321n });
  server.break = { step, when };
  for (let i = 0; i < 8; i += 1) {
    await tick();
    await round();
  }
  expect(server.break).toBeUndefined();
  const { endToEndId } = await t.payment(id);
  const entries = await bankEntriesTable.count(t.db, { endToEndId });
  table.tried += 1;
  if (t.changesOf(id).at(-1) !== 'booked') {
    expect(mayAskTheBank).toContain(`${when} ${step}`);
    const unknown = await bankFilesTable.findOne(t.db, { direction: 'out', state: 'sending' });
    expect(entries).toBe(0);
    await bankFilesTable.update(t.db, { state: 'written' }, { id: unknown?.id ?? '' });
    await rounds();
  } else if (entries > 1) table.twice += 1;
  if (t.changesOf(id).at(-1) !== 'booked') table.lost += 1;
  expect(await bankEntriesTable.count(t.db, { endToEndId })).toBe(1);
  expect(await bankFilesTable.count(t.db, { direction: 'out', state: 'sending' })).toBe(0);
}

interface FaultOf {
  readonly when: 'before' | 'after';
  readonly step: (typeof EBICS_STEPS)[number];
}

test.each(steps)('a connection that breaks %s the bank does %s loses no payment and pays none twice', (when, step) =>
  pay(sameProcess, { when, step }, ['before order-segment']),
);

test.each(steps)('a process that dies %s the bank does %s loses no payment and pays none twice', (when, step) =>
  pay(mortalProcess, { when, step }, ['before BTU', 'after BTU', 'before order-segment']),
);

test('no step of EBICS that breaks costs or doubles a payment', () => {
  console.info(`EBICS: ${table.tried} faults, ${table.lost} payments lost, ${table.twice} paid twice`);
  expect(table).toEqual({ tried: 2 * steps.length, lost: 0, twice: 0 });
});

test('a download is offered again until its files are stored, and known bytes are not kept twice', async () => {
  await t.order();
  await tick();
  await runBankRound(deps);
  await tick();
  const first = await collect();
  expect(first.length).toBeGreaterThan(0);
  expect((await collect()).length).toBe(first.length);
  await rounds();
  const stored = await bankFilesTable.find(t.db, { direction: 'in' }, { columns: ['sha256'] });
  expect(new Set(stored.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(stored.length);
  expect(await collect()).toEqual([]);
});

test('a container that cannot be unpacked is kept and refused, and does not come again', async () => {
  server.container = 'broken';
  await writeFile(join(t.folder, 'from-bank', 'camt.054.odd.xml'), 'x'.repeat(500));
  await runBankRound({ ...deps, transport: zipped });
  const files = await bankFilesTable.find(t.db, { state: 'refused' });
  expect(files.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^camt\.054\..*\.zip$/));
  expect(await waitingAtBank()).toEqual([]);
});

test.each([
  ['another code', (answer: string) => answer.replaceAll('090005', '000000')],
  ['another transaction', (answer: string) => answer.replace('<static>', '<static><TransactionID>00</TransactionID>')],
  ['a second header', (answer: string) => answer.replace('<body>', '<header authenticate="true"/><body>')],
  ['no signature', (answer: string) => answer.replace(/<AuthSignature>.*<\/AuthSignature>/, '')],
  ['a document type', (answer: string) => `<!DOCTYPE x [<!ENTITY a "b">]>${answer}`],
])('an answer with %s is not believed', async (_name, tamper) => {
  await rounds();
  server.tamper = tamper;
  await expect(collect()).rejects.toThrow();
});

test('an answer of another bank is not believed, and an order for it does not leave', async () => {
  const other = makeEbicsKeys(of, Date.now());
  const wrong = { authentication: other.authentication.certificate.publicKey, encryption: bank.encryption };
  const misled = ebicsTransport({ ...settings, bank: wrong });
  await expect(collect(misled)).rejects.toThrow('not signed with the key of the bank');
  await expect(misled.deliver('pain.001.X.xml', Buffer.from('<x/>'))).rejects.toThrow(NotDeliveredError);
  expect(server.steps).toEqual([]);
  await misled.close();
});

test('the bank refuses a repeated request, a request of another hour, and an order that somebody changed', async () => {
  await t.order();
  await tick();
  await runBankRound(deps);
  const opening = server.requests.findLast((body) => body.includes('BTUOrderParams')) ?? '';
  expect(await server.post(opening)).toContain('<ReturnCode>091103</ReturnCode>');
  const late = ebicsTransport({ ...settings, nowMs: () => t.clock.nowMs + 7_200_000 });
  await expect(late.deliver('pain.001.L.xml', Buffer.from('<x/>'))).rejects.toThrow('091103');
  await late.close();
  await expect(transport.deliver('pain.001.N.xml', Buffer.from('<x>\n</x>'))).rejects.toThrow('line breaks');
  const changed = opening.replace(/<UserID>USER1</, '<UserID>USER2<');
  expect(await server.post(changed)).toContain('<ReturnCode>061001</ReturnCode>');
  await rounds();
});

test('the keys are in a file that only its owner and the data key can open, and never replaced', async () => {
  const path = join(folder, 'keys');
  await writeKeysFile(path, testBox, { keys, bank, of, isNew: true });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain('PRIVATE');
  const read = readKeysFile(path, testBox, of);
  expect(keyHashText(read.keys.signature.certificate.publicKey)).toBe(
    keyHashText(keys.signature.certificate.publicKey),
  );
  expect(read.bank && keyHashText(read.bank.encryption)).toBe(keyHashText(bank.encryption));
  await expect(writeKeysFile(path, testBox, { keys, bank, of, isNew: true })).rejects.toThrow('EEXIST');
  expect(() => readKeysFile(path, testBox, { ...of, userId: 'USER2' })).toThrow();
  expect(() => readKeysFile(path, createSecretBox(Buffer.alloc(32, 9)), of)).toThrow();
});

test('keys of the bank with other hashes than its letter are refused', () => {
  const hashes = { authentication: keyHashText(bank.authentication), encryption: keyHashText(bank.encryption) };
  const spaced = hashes.authentication.toLowerCase().replaceAll(/(..)/g, '$1 ');
  expect(() => requireBankKeys(bank, { ...hashes, authentication: spaced })).not.toThrow();
  expect(() => requireBankKeys(bank, { ...hashes, encryption: hashes.authentication })).toThrow(/E002.*letter/);
});
