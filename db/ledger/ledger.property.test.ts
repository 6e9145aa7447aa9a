import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import { examples, timeForExamples } from '../../domain/examples.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { connect } from '../connect.ts';
import { moneyTransaction, retrying, type Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import { resolveTransfer } from './resolve.ts';
import { holdTransfer, postTransfers } from './transfers.ts';
import { trialBalance } from './trial-balance.ts';

const { db, databaseUrl } = await openTestDatabase({ moneyPoolSize: 8 });
beforeAll(async () => {
  // Transactions that lock in several calls do deadlock, and are made again; waiting a second to notice it proves
  // nothing more.
  const name = new URL(databaseUrl).pathname.slice(1);
  const before = connect(databaseUrl);
  await execute(before, `ALTER DATABASE ${name} SET deadlock_timeout = '10ms'`);
  await before.close();
});

const MERCHANTS = 3;
const ASSETS = ['BTC', 'USDT_TRC20'] as const;
const KINDS = ['unsettled', 'available'] as const;

/** Keys are few, so that the same one is requested often: with the same content or another. */
const key = fc.integer({ min: 0, max: 12 });
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 1n, max: 100n }) },
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
);
/** Holds share a few keys, and are ended under keys of their own or, sometimes, one that is taken. */
const holdKey = fc.integer({ min: 0, max: 4 });
const endKey = fc.integer({ min: 4, max: 18 });
const merchant = fc.nat({ max: MERCHANTS - 1 });
const asset = fc.constantFrom(...ASSETS);

type Command =
  | { do: 'credit'; key: number; merchant: number; asset: string; minor: bigint }
  | { do: 'settle'; key: number; merchant: number; asset: string; minor: bigint }
  | { do: 'pay'; key: number; merchant: number; to: number; asset: string; minor: bigint }
  | { do: 'hold'; key: number; merchant: number; asset: string; minor: bigint }
  | { do: 'end'; key: number; hold: number; outcome: 'post' | 'void' };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), key, merchant, asset, minor: amount }),
  fc.record({ do: fc.constant('settle' as const), key, merchant, asset, minor: amount }),
  fc.record({ do: fc.constant('pay' as const), key, merchant, to: merchant, asset, minor: amount }),
  fc.record({ do: fc.constant('hold' as const), key: holdKey, merchant, asset, minor: amount }),
  fc.record({
    do: fc.constant('end' as const),
    key: endKey,
    hold: holdKey,
    outcome: fc.constantFrom('post' as const, 'void' as const),
  }),
);

/** How a transaction goes on after its commands. */
const ending = fc.constantFrom(
  'commit' as const,
  'commit' as const,
  'commit' as const,
  'throw' as const,
  'kill' as const,
);
/** Chance may leave one out. */
const everyState: { commands: Command[]; ending: 'commit' }[] = [0, 1, 2].map((at) => {
  const hold = { do: 'hold' as const, key: at, merchant: at, asset: 'BTC', minor: 10n };
  const end = { do: 'end' as const, key: 10 + at, hold: at, outcome: at === 1 ? ('post' as const) : ('void' as const) };
  return { commands: at === 0 ? [hold] : [hold, end], ending: 'commit' };
});
const transaction = fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 4 }), ending });

describe('the ledger, whatever is asked of it', () => {
  it('balances, never overdraws, and makes each key once, with transactions at the same time that fail and die', {
    timeout: timeForExamples(240_000),
  }, async () => {
    const property = fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 10 }), async (transactions) => {
      const world = await newWorld();
      const outcomes = await Promise.allSettled(transactions.map((each) => run(world, each)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') expectDeliberate(outcome.reason);
      await expectBooks(world);
    });
    await fc.assert(property, { numRuns: examples(40), examples: [[everyState]] });
    // A run in which nothing comes about would prove nothing.
    const made = await select<{ state: string }>(db, 'SELECT DISTINCT state FROM transfer ORDER BY state');
    expect(made.map(({ state }) => state)).toEqual(['pending', 'post_pending', 'posted', 'void_pending']);
  });

  it('comes to the same books when everything is asked a second time', {
    timeout: timeForExamples(240_000),
  }, async () => {
    const property = fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 20 }), async (commands) => {
      const world = await newWorld();
      const made: Command[] = [];
      for (const each of commands) if (await attempt(world, each)) made.push(each);
      const before = await everything(world);
      expect(await Promise.all(made.map((each) => attempt(world, each)))).toEqual(made.map(() => true));
      expect(await everything(world)).toEqual(before);
      await expectBooks(world);
    });
    await fc.assert(property, { numRuns: examples(20) });
  });
});

/** Merchants of its own, each with something to spend. */
async function newWorld(): Promise<string> {
  const world = newId();
  const starts = Array.from({ length: MERCHANTS }, (_, n) => ASSETS.map((of) => ({ n, of }))).flat();
  const transfers = starts.flatMap(({ n, of }) =>
    KINDS.map((kind) => ({
      key: `${world}:start:${n}:${of}:${kind}`,
      kind: 'start',
      postings: [{ debit: custody(of), credit: account(world, n, kind, of), minor: 150n }],
    })),
  );
  await retrying(() => moneyTransaction(db, (tx) => postTransfers(tx, transfers)));
  return world;
}

function account(world: string, n: number, kind: (typeof KINDS)[number], of: string): AccountRef {
  return { owner: `${world}:${n}`, mode: 'sandbox', asset: of, kind };
}

function custody(of: string): AccountRef {
  return { owner: GATEWAY, mode: 'sandbox', asset: of, kind: 'custody:test' };
}

function fees(of: string): AccountRef {
  return { owner: GATEWAY, mode: 'sandbox', asset: of, kind: 'fees:service' };
}

class Deliberate extends Error {}

function run(
  world: string,
  { commands, ending: end }: { commands: readonly Command[]; ending: 'commit' | 'throw' | 'kill' },
): Promise<void> {
  return retrying(
    () =>
      moneyTransaction(db, async (tx) => {
        for (const each of commands) await obeyOrBeRefused(tx, world, each);
        if (end === 'throw') throw new Deliberate();
        if (end === 'kill') await execute(tx, 'SELECT pg_terminate_backend(pg_backend_pid())');
      }),
    20,
  );
}

/** @returns whether the rules allowed it. */
function attempt(world: string, each: Command): Promise<boolean> {
  return retrying(() => moneyTransaction(db, (tx) => obeyOrBeRefused(tx, world, each)), 20);
}

/** After a refusal the transaction is still good for the commands that follow. */
async function obeyOrBeRefused(tx: Tx, world: string, each: Command): Promise<boolean> {
  try {
    await obey(tx, world, each);
    return true;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return false;
  }
}

async function obey(tx: Tx, world: string, each: Command): Promise<void> {
  const name = (n: number) => `${world}:${n}`;
  switch (each.do) {
    case 'credit': {
      const posting = {
        debit: custody(each.asset),
        credit: account(world, each.merchant, 'unsettled', each.asset),
        minor: each.minor,
      };
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings: [posting] }]);
      return;
    }
    case 'settle': {
      const debit = account(world, each.merchant, 'unsettled', each.asset);
      const postings = [
        { debit, credit: account(world, each.merchant, 'available', each.asset), minor: each.minor },
        { debit, credit: fees(each.asset), minor: each.minor / 100n + 1n },
      ];
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings }]);
      return;
    }
    case 'pay': {
      if (each.to === each.merchant) return;
      const posting = {
        debit: account(world, each.merchant, 'available', each.asset),
        credit: account(world, each.to, 'available', each.asset),
        minor: each.minor,
      };
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings: [posting] }]);
      return;
    }
    case 'hold': {
      const posting = {
        debit: account(world, each.merchant, 'available', each.asset),
        credit: custody(each.asset),
        minor: each.minor,
      };
      await holdTransfer(tx, { key: name(each.key), kind: each.do, postings: [posting] });
      return;
    }
    case 'end':
      await resolveTransfer(tx, { key: name(each.key), pendingKey: name(each.hold), outcome: each.outcome });
  }
}

/** Only what the test itself brought about. */
function expectDeliberate(reason: unknown): void {
  if (reason instanceof Deliberate) return;
  expect(String(reason)).toMatch(/Connection terminated|terminating connection/);
}

async function expectBooks(world: string): Promise<void> {
  expect((await trialBalance(db)).mismatches).toEqual([]);
  const duplicates = await select(db, 'SELECT key FROM transfer WHERE key LIKE $1 GROUP BY key HAVING count(*) > 1', [
    `${world}:%`,
  ]);
  expect(duplicates).toEqual([]);
}

async function everything(world: string) {
  const owners = Array.from({ length: MERCHANTS }, (_, n) => balances(db, { owner: `${world}:${n}`, mode: 'sandbox' }));
  const transfers = await select(db, 'SELECT key, state, digest FROM transfer WHERE key LIKE $1 ORDER BY id', [
    `${world}:%`,
  ]);
  return { balances: await Promise.all(owners), transfers };
}
