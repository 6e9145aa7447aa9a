import { mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EbicsService, parseEbicsService } from '../../domain/bank/ebics-service.ts';
import { ebicsClient } from './ebics/client.ts';
import { makeEbicsKeys } from './ebics/make-keys.ts';
import { startEbicsServer } from './ebics/server.fixture.ts';
import { ebicsTransport } from './ebics-transport.ts';
import type { BankTransport, FileFromBank } from './transport.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidegate-ebics-'));
const [toBank, fromBank] = [join(folder, 'to-bank'), join(folder, 'from-bank')];
for (const each of [toBank, fromBank]) mkdirSync(each);
const of = { hostId: 'TESTBANK', partnerId: 'PARTNER1', userId: 'USER1' };
const keys = makeEbicsKeys(of, Date.now());
const server = await startEbicsServer({
  folder,
  bank: makeEbicsKeys({ ...of, userId: 'BANK' }, Date.now()),
  hostId: of.hostId,
});
const client = ebicsClient(server.url);
const by = () => ({ of, keys, nowMs: Date.now() });
await client.sendKeys(by());
const bank = await client.fetchBankKeys(by());
const service = (text: string): EbicsService => {
  const parsed = parseEbicsService(text);
  if (parsed === null) throw new Error(text);
  return parsed;
};
const settings = {
  url: server.url,
  of,
  keys,
  bank,
  nowMs: Date.now,
  payments: service('SCT:DE:::pain.001@09'),
  recalls: service('SCR:DE:::camt.055@05'),
};
const opened: BankTransport[] = [];
const open = (...downloads: readonly string[]) => {
  const transport = ebicsTransport({ ...settings, downloads: downloads.map(service) });
  opened.push(transport);
  return transport;
};
beforeEach(async () => {
  for (const each of [toBank, fromBank]) for (const name of await readdir(each)) await rm(join(each, name));
  Object.assign(server, { container: undefined });
  server.steps.length = 0;
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(async () => {
  await client.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const give = (name: string, bytes: string | Buffer) => writeFile(join(fromBank, name), bytes);
async function found(transport: BankTransport): Promise<FileFromBank[]> {
  const files: FileFromBank[] = [];
  for await (const file of transport.incoming()) files.push(file);
  return files;
}
const read = (files: readonly FileFromBank[]) => Promise.all(files.map(async (file) => String(await file.read())));
const receipts = () => server.steps.filter((step) => step === 'receipt').length;

describe('a download', () => {
  test('is requested for each service, and is named by its message and transaction', async () => {
    await give('camt.054.a.xml', 'coming');
    await give('camt.053.b.xml', 'booked');
    const files = await found(open('STM:DE:::pain.002', 'STM:DE:::camt.054', 'EOP:DE:::camt.053'));
    expect(files.map(({ name, problem }) => [name, problem])).toEqual([
      [expect.stringMatching(/^camt\.054\.[0-9A-F]{32}\.xml$/), null],
      [expect.stringMatching(/^camt\.053\.[0-9A-F]{32}\.xml$/), null],
    ]);
    expect(await read(files)).toEqual(['coming', 'booked']);
  });

  test('is offered again until it is taken', async () => {
    await give('camt.053.b.xml', 'booked');
    const transport = open('EOP:DE:::camt.053');
    const [first] = await found(transport);
    expect([(await found(transport)).length, receipts()]).toEqual([1, 0]);
    await first?.taken(false);
    expect([await found(transport), receipts()]).toEqual([[], 1]);
  });

  test('of several files is confirmed once, after the last one is taken', async () => {
    server.container = 'ZIP';
    for (const name of ['a', 'b', 'c']) await give(`camt.053.${name}.xml`, `of ${name}`);
    const files = await found(open('EOP:DE::ZIP:camt.053'));
    expect(files.map(({ name }) => name.replace(/\.[0-9A-F]{32}\./, ' '))).toEqual([
      'camt.053 camt.053.a.xml',
      'camt.053 camt.053.b.xml',
      'camt.053 camt.053.c.xml',
    ]);
    expect(await read(files)).toEqual(['of a', 'of b', 'of c']);
    for (const [at, file] of files.entries()) {
      expect([receipts(), (await readdir(fromBank)).length]).toEqual([0, 3]);
      await file.taken(at === 0);
    }
    expect([receipts(), await readdir(fromBank)]).toEqual([1, []]);
  });

  test('that should be a container and cannot be unpacked is one file with its bytes', async () => {
    await give('camt.053.b.xml', '<no container/>');
    const files = await found(open('EOP:DE::ZIP:camt.053'));
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^camt\.053\.[0-9A-F]{32}\.EOP-DE--ZIP-camt\.053\.zip$/),
    ]);
    expect(await read(files)).toEqual(['<no container/>']);
    await files[0]?.taken(true);
    expect(receipts()).toBe(1);
  });

  test('whose service names no container is not unpacked', async () => {
    const bytes = Buffer.from(zipSync({ 'a.xml': Buffer.from('x') }));
    await give('camt.053.b.xml', bytes);
    const [file] = await found(open('EOP:DE:::camt.053'));
    expect(file?.name).toMatch(/\.xml$/);
    expect(await file?.read()).toEqual(bytes);
  });
});

describe('a file of ours', () => {
  const delivered = async () => {
    const names = await readdir(toBank);
    return Promise.all(names.map((name) => readFile(join(toBank, name), 'utf8')));
  };

  test.each([
    ['pain.001.X.xml', 'SCT', 'pain.001'],
    ['camt.055.X.xml', 'SCR', 'camt.055'],
  ])('%s is an order of the service %s', async (name, order, message) => {
    const transport = open();
    await transport.stage(name, Buffer.from('<x/>'));
    expect(server.steps).toEqual([]);
    await transport.deliver(name, Buffer.from('<x/>'));
    expect(await delivered()).toEqual(['<x/>']);
    const opening = server.requests.findLast((body) => body.includes('BTUOrderParams')) ?? '';
    expect(opening).toContain(`<ServiceName>${order}</ServiceName>`);
    expect(opening).toContain(`>${message}</MsgName>`);
  });

  test('that was interrupted may have arrived: only the bank knows', async () => {
    expect(await open().lookUp('pain.001.X.xml')).toBe('unknown');
  });

  test('does not leave once the transport is closed', async () => {
    const transport = ebicsTransport({ ...settings, downloads: [] });
    await transport.close();
    await expect(transport.deliver('pain.001.X.xml', Buffer.from('<x/>'))).rejects.toThrow();
    expect(await delivered()).toEqual([]);
  });
});
