import { utils as tronUtils } from 'tronweb';
import { verifyMessage } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { verifyKeypairSignature } from 'xrpl';
import { saveChainIdentity } from '../../db/chain/identity.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { fund } from '../../db/payouts/testing.fixture.ts';
import { recordAddresses, signedAddresses } from '../../db/reserves/addresses.ts';
import { publishReserveDay, reserveAssets, statementHash } from '../../db/reserves/days.ts';
import { makeMerchant, testBox } from '../../db/testing.fixture.ts';
import { NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { reserveMessage } from '../../domain/reserves/message.ts';
import { createSignerActivities } from '../signer/activities.ts';
import { openKeyRing } from '../signer/keys.ts';
import { signerConfig } from '../signer/testing.fixture.ts';
import { createReserveActivities } from './activities.ts';
import { createReserveAddressActivities } from './addresses.ts';

const { db } = await openTestDatabase();
const config = signerConfig();
let nowMs = Date.UTC(2026, 10, 29, 12);
const { makeReserves, publishReserves } = createReserveActivities({ db, box: testBox, config, nowMs: () => nowMs });
const { readReserveAddresses } = createReserveAddressActivities({ db, config });
const keyRing = openKeyRing(config, undefined);
const { signReserveAddresses } = createSignerActivities({ db, config, keyRing, nowMs: () => nowMs });

const mode = 'sandbox';
const day = '2026-11-29';
const amounts = { LTC: '5' };

beforeAll(async () => {
  for (const each of ['sandbox', 'production'] as const) {
    for (const network of NETWORKS) {
      await saveChainIdentity(db, { mode: each, network }, { chain: 'main', name: 'simulated', simulated: true });
    }
  }
  await makeReserves();
});

/** Puts coins on the addresses as a node would say. */
async function prove(network: Network, minor: Readonly<Record<string, string>>) {
  await readReserveAddresses({ mode, network, day });
  await execute(db, 'UPDATE reserve_address SET amounts = $1 WHERE mode = $2 AND day = $3 AND network = $4', [
    JSON.stringify(minor),
    mode,
    day,
    network,
  ]);
  return signReserveAddresses({ mode, network, day });
}

test('every network has an address of our own with a signature that wallets verify, once', async () => {
  for (const network of NETWORKS) {
    expect(await prove(network, amounts), network).toBe(1);
    expect(await readReserveAddresses({ mode, network, day })).toBe(1);
    expect(await signReserveAddresses({ mode, network, day }), network).toBe(0);
  }
  const signed = await signedAddresses(db, { mode, day });
  expect(signed.map(({ network }) => network)).toEqual([...NETWORKS].sort());
  const statementSha256 = (await statementHash(db, { mode, day })) ?? '';
  const of = (network: Network) => {
    const row = signed.find((each) => each.network === network);
    if (row?.signature == null) throw new Error(`${network} is signed.`);
    const { address, signature, publicKey } = row;
    return { address, signature, publicKey, text: reserveMessage({ mode, network, address, day, statementSha256 }) };
  };
  const eth = of('ETH');
  const signature = eth.signature as `0x${string}`;
  expect(await verifyMessage({ address: eth.address as `0x${string}`, signature, message: eth.text })).toBe(true);
  const tron = of('TRON');
  expect(tronUtils.message.verifyMessage(tron.text, tron.signature)).toBe(tron.address);
  const xrp = of('XRP');
  expect(
    verifyKeypairSignature(Buffer.from(xrp.text).toString('hex'), xrp.signature, (xrp.publicKey ?? '').toUpperCase()),
  ).toBe(true);
});

test('an address that is not of our own key is refused, and nothing is signed for it', async () => {
  nowMs += 86_400_000;
  await makeReserves();
  const next = { mode, day: '2026-11-30', network: 'ETH' } as const;
  const [own] = (await signedAddresses(db, { mode, day })).filter(({ network }) => network === 'ETH');
  const readAt = new Date(nowMs);
  const foreign = '0x52908400098527886E0F7030069857D2E4169EE7';
  const derivationIndex = 0;
  for (const [address, branch] of [
    [foreign, 1],
    [own?.address ?? '', 0],
  ] as const) {
    await recordAddresses(db, next, [{ address, branch, derivationIndex, amounts, readAt }]);
    await expect(signReserveAddresses(next)).rejects.toThrow('is not of the key');
    await execute(db, `DELETE FROM reserve_address WHERE day = '2026-11-30'`);
  }
  expect(await signReserveAddresses({ ...next, day: '2030-01-01' })).toBe(0);
});

test('a public day takes neither another address nor another signature', async () => {
  const published = await publishReserveDay(db, { mode, day });
  expect(published?.find(({ gateId }) => gateId === 'LTC')?.provenMinor).toBe(5n * BigInt(NETWORKS.length));
  expect(published?.find(({ gateId }) => gateId === 'EUR')?.provenMinor).toBeNull();
  await execute(db, 'UPDATE reserve_address SET signature = NULL, public_key = NULL WHERE day = $1', [day]);
  const late = { address: 'late', branch: 1, derivationIndex: 9, amounts, readAt: new Date() } as const;
  await recordAddresses(db, { mode, day, network: 'LTC' }, [late]);
  expect(await select(db, `SELECT FROM reserve_address WHERE address = 'late'`)).toEqual([]);
  await signReserveAddresses({ mode, network: 'LTC', day });
  expect(await signedAddresses(db, { mode, day })).toEqual([]);
});

test('in production, what is owed and not proven alerts operators, until a day proves it', async () => {
  nowMs += 86_400_000;
  const shop = await makeMerchant(db, { mode: 'production' });
  await fund(db, { ...shop, mode: 'production' }, 'LTC', 150_000_000n);
  const open = await makeReserves();
  const today = open.find((each) => each.mode === 'production' && each.networks.length > 0);
  expect(today?.day).toBe('2026-12-01');
  // Days that an earlier run left open become public without addresses: coins have moved since.
  expect(open.filter((each) => each.day < '2026-12-01').map(({ networks }) => networks.length)).toEqual([0, 0, 0]);
  const messages = () =>
    select<{ message: string; open: boolean }>(
      db,
      `SELECT message, resolved_at IS NULL AS open FROM alert WHERE kind = 'reserves_unproven' ORDER BY id`,
    );
  await publishReserves({ mode: 'production', day: '2026-12-01' });
  await publishReserves({ mode: 'production', day: '2026-12-01' });
  expect(await messages()).toEqual([
    {
      open: true,
      message:
        'On 2026-12-01, merchants were owed 1.5 LTC and signed addresses proved 0 LTC: 1.5 LTC are not proven. By its ' +
        'node, the gateway held an unknown amount in all.',
    },
  ]);
  nowMs += 86_400_000;
  await makeReserves();
  const next = { mode: 'production', day: '2026-12-02', network: 'LTC' } as const;
  await readReserveAddresses(next);
  await execute(db, `UPDATE reserve_address SET amounts = '{"LTC":"150000000"}' WHERE day = '2026-12-02'`);
  await signReserveAddresses(next);
  await publishReserves(next);
  expect((await messages()).map((each) => each.open)).toEqual([false]);
  const assets = await reserveAssets(db, next);
  expect(assets.find(({ gateId }) => gateId === 'LTC')).toMatchObject({
    owedMinor: 150_000_000n,
    provenMinor: 150_000_000n,
  });
});
