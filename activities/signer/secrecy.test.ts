import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { seedOf } from '../../domain/assets/seed.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import { openKeyRing } from './keys.ts';
import { openSignerKeys, sealKeystore } from './keystore.ts';
import { signerBench, signerConfig } from './testing.fixture.ts';

let folder: string;
const { db } = await openTestDatabase();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-keystore-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const passphrase = 'correct horse battery';
const othersWords = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Every form in which a secret could be written down. */
function formsOf(secret: Uint8Array): string[] {
  const bytes = Buffer.from(secret);
  return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url'), [...bytes].join(',')];
}

describe('the keystore', () => {
  const chains = signerConfig().chains;
  const withNode = { ...chains, production: { ...chains.production, BTC: 'http://127.0.0.1:1' } };

  async function configWith(words: string, more: { passphrase?: string } = {}) {
    const keystore = join(folder, 'keystore.json');
    writeFileSync(keystore, await sealKeystore(words, passphrase));
    return signerConfig({ chains: withNode, signer: { keystore, passphrase: more.passphrase ?? passphrase } });
  }

  test('is needed where production mode has a node, and opens by its passphrase', async () => {
    const without = signerConfig({ chains: withNode, signer: { keystore: undefined, passphrase: undefined } });
    await expect(openSignerKeys(without)).rejects.toThrow('production mode has a node of BTC');
    await expect(openSignerKeys(await configWith(TEST_MNEMONIC, { passphrase: 'wrong' }))).rejects.toThrow(
      'does not open the keystore',
    );
    const ring = await openSignerKeys(await configWith(TEST_MNEMONIC));
    expect(ring.of({ mode: 'production', network: 'BTC' }).key(1, 0).publicKey).toHaveLength(33);
  });

  test('of other words than the account is known at the start', async () => {
    await expect(openSignerKeys(await configWith(othersWords))).rejects.toThrow('no key for the account of BTC');
  });

  test('that is no file, no keystore or asks for too much memory is refused in words', async () => {
    const at = (keystore: string) => openSignerKeys(signerConfig({ signer: { keystore, passphrase } }));
    await expect(at(join(folder, 'nowhere.json'))).rejects.toThrow('cannot be read');
    const odd = join(folder, 'odd.json');
    for (const content of ['', '{}', (await sealKeystore('x', passphrase)).replace('131072', '4194304')]) {
      writeFileSync(odd, content);
      await expect(at(odd)).rejects.toThrow('no keystore of this version');
    }
  });

  test('of the same words and passphrase never looks the same', async () => {
    expect(await sealKeystore(TEST_MNEMONIC, passphrase)).not.toBe(await sealKeystore(TEST_MNEMONIC, passphrase));
  });
});

test('hazard 72: no key, seed or word of the signer is in the database, in an answer or in an error', async () => {
  const written: string[] = [];
  for (const gateId of ['BTC', 'ETH', 'XRP'] as const) {
    const bench = await signerBench(db, { gateId });
    const id = await bench.queued(gateId === 'XRP' ? { destinationTag: '5' } : {});
    written.push(inspect(await bench.sign(id), { depth: 9 }));
    written.push(inspect(await bench.signer.bumpFee({ version: 1, payoutId: id }), { depth: 9 }));
    await bench.track();
    await bench.blocks(21);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    await bench.signer.signPayouts({ version: 1, payoutIds: ['not an id'] }).catch((error: unknown) => {
      written.push(inspect(error, { depth: 9 }));
    });
  }
  const ring = openKeyRing(signerConfig(), othersWords);
  written.push(inspect(ring, { depth: 9, showHidden: true }));
  written.push(inspect(ring.of({ mode: 'sandbox', network: 'BTC' }), { depth: 9, showHidden: true }));
  for (const { name } of await select<{ name: string }>(db, tablesSql)) {
    const rows = await select<{ row: string }>(db, `SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    written.push(...rows.map(({ row }) => row));
  }
  // Transactions of the simulator are base64: what they hold is looked through as well.
  const decoded = written
    .flatMap((text) => text.match(/[\w-]{80,}/g) ?? [])
    .map((raw) => Buffer.from(raw, 'base64url').toString());
  const all = [...written, ...decoded].join('\n').toLowerCase();
  const keys = (['BTC', 'ETH', 'XRP'] as const).flatMap((network) =>
    ([0, 1] as const).map((branch) =>
      openKeyRing(signerConfig(), undefined).of({ mode: 'sandbox', network }).key(branch, 0),
    ),
  );
  // The search finds what is there.
  expect(all).toContain(Buffer.from(keys[1]?.publicKey ?? []).toString('hex'));
  for (const secret of [...keys.map(({ privateKey }) => privateKey), seedOf(TEST_MNEMONIC)]) {
    for (const form of formsOf(secret)) expect(all).not.toContain(form.toLowerCase());
  }
  for (const word of ['abandon abandon', 'xprv', 'tprv', othersWords.slice(0, 20)]) expect(all).not.toContain(word);
});

const tablesSql = `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
  AND table_type = 'BASE TABLE'`;
