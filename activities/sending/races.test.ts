import { afterEach, describe, expect, test } from 'vitest';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { mismatches, moneyOf } from '../../db/payouts/testing.fixture.ts';
import { applyStep } from '../../db/process/apply.ts';
import type { FoundTransaction } from '../chain/port.ts';
import { type SignerBench, signerBench } from '../signer/testing.fixture.ts';
import type { ChainAccess } from './deps.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
afterEach(async () => expect(await mismatches(db)).toEqual([]));

interface Turn {
  /** Called between the node's lookup and its answer. */
  found?: (found: FoundTransaction | null) => Promise<FoundTransaction | null>;
  lapsed?: boolean;
}

function turned(turn: Turn) {
  return (access: ChainAccess): ChainAccess => ({
    port: {
      ...access.port,
      async transaction(txid) {
        const found = await access.port.transaction(txid);
        return turn.found === undefined ? found : turn.found(found);
      },
    },
    sending: { ...access.sending, hasExpired: async () => turn.lapsed ?? false },
  });
}

async function sent(bench: SignerBench): Promise<string> {
  const id = await bench.queued();
  await bench.sign(id);
  await bench.send(id);
  return id;
}
const statusesOf = async (bench: SignerBench, id: string) => (await bench.signedFor(id)).map(({ status }) => status);

describe('while the chain is queried', () => {
  test('hazard 37: mined between the queries, a transaction has not expired', async () => {
    const turn: Turn = {};
    const bench = await signerBench(db, { gateId: 'TRX', through: turned(turn) });
    const id = await sent(bench);
    await bench.blocks(1);
    let looks = 0;
    turn.lapsed = true;
    turn.found = async (found) => {
      looks += 1;
      return looks === 1 ? null : found;
    };
    await bench.track();
    expect(looks).toBe(2);
    expect(await statusesOf(bench, id)).toEqual(['sent']);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'confirming' });
    turn.lapsed = false;
    await bench.blocks(60);
    await bench.track();
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
    expect(await bench.minedFor(id)).toHaveLength(1);
  });

  test('hazard 50: a replacement that is signed meanwhile keeps its place', async () => {
    const turn: Turn = {};
    const bench = await signerBench(db, { through: turned(turn) });
    const id = await bench.queued();
    await bench.sign(id);
    const raised = async (found: FoundTransaction | null) => {
      delete turn.found;
      expect(await bench.signer.bumpFee({ version: 1, payoutId: id })).toMatchObject({ bumped: true });
      return found;
    };
    // It waits in the pool already: the process that sent it died before writing that down.
    const [first] = await bench.signedFor(id);
    await bench.ways.sending.send(first?.raw ?? '');
    turn.found = raised;
    await bench.track();
    expect(await statusesOf(bench, id)).toEqual(['replaced', 'signed']);
    await bench.track();
    await bench.blocks(2);
    await bench.track();
    expect(await statusesOf(bench, id)).toEqual(['failed', 'confirmed']);
    expect(await bench.stateOf(id)).toMatchObject({ status: 'done' });
  });
});

test('hazards 27, 50: mined without effect, what it replaced is dead as well, and only then an operator may give the money back', async () => {
  const turn: Turn = {};
  const bench = await signerBench(db, { gateId: 'ETH', through: turned(turn) });
  const id = await sent(bench);
  await bench.signer.bumpFee({ version: 1, payoutId: id });
  const unpaid = () =>
    moneyTransaction(db, (tx) =>
      applyStep(tx, payoutProcess, {
        id: id,
        event: { type: 'resolve_unpaid', by: { kind: 'staff', id: 'op' }, note: 'reverted' },
        cause: 'operator:1',
        nowMs: Date.now(),
      }),
    );
  turn.found = async (found) => (found === null ? null : { ...found, failed: true });
  await bench.track();
  await expect(unpaid()).rejects.toMatchObject({ code: 'payout_may_be_paid' });
  await bench.blocks(12);
  await bench.track();
  expect(await statusesOf(bench, id)).toEqual(['failed', 'failed']);
  expect(await bench.stateOf(id)).toEqual({ status: 'error', reason: 'transaction_failed', needsOperator: true });
  expect((await moneyOf(db, bench.shop, 'ETH')).held).toBeGreaterThan(0n);
  await unpaid();
  expect(await bench.stateOf(id)).toMatchObject({ status: 'canceled' });
  expect((await moneyOf(db, bench.shop, 'ETH')).held).toBe(0n);
});
