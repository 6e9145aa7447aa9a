import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect, type Db, moneyTransaction, retrying, type Tx } from '../sequelize.ts';
import { execute, select } from '../sql.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import { resolveTransfer } from './resolve.ts';
import { holdTransfer, postTransfers } from './transfers.ts';
import { trialBalance } from './trial-balance.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { moneyPoolSize: 8 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const MERCHANTS = 3;
const ASSETS = ['BTC', 'USDT_TRC20'] as const;
const KINDS = ['unsettled', 'available'] as const;

/** Keys are few, so that the same one is asked for often: with the same content or another. */
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
const transaction = fc.record({ commands: fc.array(command, { minLength: 1, maxLength: 4 }), ending });

describe('the ledger, whatever is asked of it', () => {
  it('balances, never overdraws, and makes each key once, with transactions at the same time that fail and die', async () => {
    const property = fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 12 }), async (transactions) => {
      const world = newId();
      const outcomes = await Promise.allSettled(transactions.map((each) => run(world, each)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') expectRefusal(outcome.reason);
      await expectBooks(world);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('comes to the same books when everything is asked a second time', async () => {
    const property = fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 20 }), async (commands) => {
      const world = newId();
      const made: Command[] = [];
      for (const each of commands) {
        const outcome = await Promise.allSettled([run(world, { commands: [each], ending: 'commit' })]);
        if (outcome[0].status === 'fulfilled') made.push(each);
      }
      const before = await everything(world);
      await Promise.all(made.map((each) => run(world, { commands: [each], ending: 'commit' })));
      expect(await everything(world)).toEqual(before);
      await expectBooks(world);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

class Deliberate extends Error {}

function run(
  world: string,
  { commands, ending: end }: { commands: readonly Command[]; ending: 'commit' | 'throw' | 'kill' },
): Promise<void> {
  return retrying(
    () =>
      moneyTransaction(db, async (tx) => {
        for (const each of commands) await obey(tx, world, each);
        if (end === 'throw') throw new Deliberate();
        if (end === 'kill') await execute(tx, 'SELECT pg_terminate_backend(pg_backend_pid())');
      }),
    20,
  );
}

async function obey(tx: Tx, world: string, each: Command): Promise<void> {
  const name = (n: number) => `${world}:${n}`;
  const account = (n: number, kind: (typeof KINDS)[number], of: string): AccountRef => ({
    owner: `${world}:${n}`,
    mode: 'sandbox',
    asset: of,
    kind,
  });
  const custody = (of: string): AccountRef => ({ owner: GATEWAY, mode: 'sandbox', asset: of, kind: 'custody:test' });
  const fees = (of: string): AccountRef => ({ owner: GATEWAY, mode: 'sandbox', asset: of, kind: 'fees:service' });
  switch (each.do) {
    case 'credit': {
      const posting = {
        debit: custody(each.asset),
        credit: account(each.merchant, 'unsettled', each.asset),
        minor: each.minor,
      };
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings: [posting] }]);
      return;
    }
    case 'settle': {
      const debit = account(each.merchant, 'unsettled', each.asset);
      const postings = [
        { debit, credit: account(each.merchant, 'available', each.asset), minor: each.minor },
        { debit, credit: fees(each.asset), minor: each.minor / 100n + 1n },
      ];
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings }]);
      return;
    }
    case 'pay': {
      if (each.to === each.merchant) return;
      const posting = {
        debit: account(each.merchant, 'available', each.asset),
        credit: account(each.to, 'available', each.asset),
        minor: each.minor,
      };
      await postTransfers(tx, [{ key: name(each.key), kind: each.do, postings: [posting] }]);
      return;
    }
    case 'hold': {
      const posting = {
        debit: account(each.merchant, 'available', each.asset),
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

/** Only refusals of the rules, and the deaths the test itself brought about. */
function expectRefusal(reason: unknown): void {
  if (reason instanceof Deliberate || isDomainError(reason)) return;
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
