import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Payment } from '../../db/chain/payments.ts';
import { examples } from '../../domain/examples.fixture.ts';
import { type ChainSnapshot, planChanges } from './plan.ts';
import type { ChainBlock, ChainTransaction } from './port.ts';

const ours = 'ours';
const theirs = 'theirs';
const watched = new Map([
  [ours, { invoiceId: 'invoice', staticAddressId: null, createdAtMs: 0, expiresAtMs: 900_000 }],
]);

interface Plan {
  /** Which coin each transaction spends; two with the same one exclude each other. */
  readonly coins: readonly number[];
  /** The events, in order. */
  readonly events: readonly Event[];
}

type Event =
  | { readonly type: 'see'; readonly which: number }
  | { readonly type: 'mine'; readonly which: readonly number[] }
  | { readonly type: 'reorganise'; readonly depth: number; readonly which: readonly number[] }
  | { readonly type: 'lose'; readonly which: number };

const transactionCount = 5;
const which = fc.nat({ max: transactionCount - 1 });
const someOf = fc.uniqueArray(which, { maxLength: 3 });
const plans: fc.Arbitrary<Plan> = fc.record({
  coins: fc.array(fc.nat({ max: 3 }), { minLength: transactionCount, maxLength: transactionCount }),
  events: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('see' as const), which }),
      fc.record({ type: fc.constant('mine' as const), which: someOf }),
      fc.record({ type: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 4 }), which: someOf }),
      fc.record({ type: fc.constant('lose' as const), which }),
    ),
    { maxLength: 25 },
  ),
});

/** A chain that a real one could be: a coin is spent once on the best branch. */
class World {
  payments: Payment[] = [];
  readonly #plan: Plan;
  #blocks: ChainBlock[] = [];
  #made = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  happen(event: Event): void {
    switch (event.type) {
      case 'see':
        // A node takes nothing into its mempool that its chain has, or excludes.
        if (!this.#spent().has(this.#coin(event.which))) this.#look({ waiting: [this.#transaction(event.which)] });
        return;
      case 'mine':
        this.#look({ blocks: this.#extend([event.which]) });
        return;
      case 'reorganise': {
        const depth = Math.min(event.depth, this.#blocks.length);
        this.#blocks = this.#blocks.slice(0, this.#blocks.length - depth);
        const rewindTo = this.#blocks.length;
        this.#look({ rewindTo, blocks: this.#extend([event.which, ...Array.from({ length: depth }, () => [])]) });
        return;
      }
      case 'lose':
        this.#look({ gone: new Set([`tx${event.which}`]) });
    }
  }

  height(): number {
    return this.#blocks.length;
  }

  /** The block of each transaction on the best branch. */
  mined(): Map<string, ChainBlock> {
    return new Map(this.#blocks.flatMap((block) => block.transactions.map(({ txid }) => [txid, block] as const)));
  }

  look(parts: Partial<ChainSnapshot> = {}): ReturnType<typeof planChanges> {
    return planChanges({
      network: 'LTC',
      nowMs: 1_000_000,
      known: this.payments,
      watched,
      rewindTo: null,
      blocks: [],
      waiting: [],
      gone: new Set<string>(),
      finalizedHeight: null,
      tipHeight: this.#blocks.length,
      ...parts,
    });
  }

  #look(parts: Partial<ChainSnapshot>): void {
    const byKey = new Map(this.payments.map((payment) => [payment.key, payment]));
    for (const { after } of this.look(parts)) byKey.set(after.key, after);
    this.payments = [...byKey.values()];
  }

  #extend(blocks: readonly (readonly number[])[]): ChainBlock[] {
    return blocks.map((requested) => {
      const spent = this.#spent();
      const transactions = requested.filter((each) => {
        const free = !spent.has(this.#coin(each));
        spent.add(this.#coin(each));
        return free;
      });
      this.#made += 1;
      const height = this.#blocks.length + 1;
      const parentHash = this.#blocks.at(-1)?.hash ?? 'root';
      const block = { height, hash: `block${this.#made}`, parentHash, timeMs: this.#made };
      const full = { ...block, transactions: transactions.map((each) => this.#transaction(each)) };
      this.#blocks.push(full);
      return full;
    });
  }

  #spent(): Set<number> {
    const txids = this.mined();
    return new Set(this.#plan.coins.filter((_coin, index) => txids.has(`tx${index}`)));
  }

  #coin(index: number): number {
    return this.#plan.coins[index] ?? 0;
  }

  #transaction(index: number): ChainTransaction {
    const movement = { assetRef: 'LTC', gateId: 'LTC', output: '0', addressKey: ours, destinationTag: null } as const;
    return {
      txid: `tx${index}`,
      movements: [{ ...movement, amountMinor: 5n, coinbase: false, maturity: 0 }],
      spends: [`coin${this.#coin(index)}`],
      failed: false,
      seenAtMs: null,
    };
  }
}

test('hazards 1-4 and 14: whatever a chain does, the payments say what the best branch says', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const world = new World(plan);
      for (const event of plan.events) {
        world.happen(event);
        const mined = world.mined();
        for (const payment of world.payments) {
          const block = mined.get(payment.txid);
          const inBlock = payment.status === 'mined' || payment.status === 'confirmed';
          expect(inBlock, payment.txid).toBe(block !== undefined);
          expect(payment.blockHash).toBe(block?.hash ?? null);
          if (block === undefined) continue;
          const confirmations = world.height() - block.height + 1;
          expect(payment.status).toBe(confirmations >= 6 ? 'confirmed' : 'mined');
        }
        // Every mined transaction is one payment, and no coin counts twice.
        expect([...mined.keys()].filter((txid) => !world.payments.some((payment) => payment.txid === txid))).toEqual(
          [],
        );
        const counting = world.payments.filter(({ status }) => ['seen', 'mined', 'confirmed'].includes(status));
        const coins = counting.flatMap(({ spends }) => spends);
        expect(new Set(coins).size).toBe(coins.length);
      }
    }),
    { numRuns: examples(500) },
  );
});

test('a snapshot that is repeated changes nothing', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const world = new World(plan);
      for (const event of plan.events) world.happen(event);
      expect(world.look()).toEqual([]);
      const again = [...world.mined().values()];
      expect(world.look({ blocks: [...new Set(again)].sort((a, b) => a.height - b.height) })).toEqual([]);
    }),
  );
});

/**
 * Payments as a follower comes to know them, one look after the other, of an invoice that was made at the moment 100
 * and ends at 450.
 */
function follower() {
  const targets = new Map([
    [ours, { invoiceId: 'invoice', staticAddressId: null, createdAtMs: 100, expiresAtMs: 450 }],
    [theirs, { invoiceId: 'other invoice', staticAddressId: null, createdAtMs: 100, expiresAtMs: 450 }],
  ]);
  let payments: Payment[] = [];
  return {
    look(nowMs: number, parts: Partial<ChainSnapshot>) {
      const changes = planChanges({
        network: 'LTC',
        nowMs,
        known: payments,
        watched: targets,
        rewindTo: null,
        blocks: [],
        waiting: [],
        gone: new Set<string>(),
        tipHeight: 9,
        finalizedHeight: null,
        ...parts,
      });
      const byKey = new Map(payments.map((payment) => [payment.key, payment]));
      for (const { after } of changes) byKey.set(after.key, after);
      payments = [...byKey.values()];
      return changes.map(({ matters }) => matters);
    },
    rows: () => payments,
    firstSeen: () => Object.fromEntries(payments.map(({ txid, output, firstSeenMs }) => [txid + output, firstSeenMs])),
  };
}

function paying(txid: string, amounts: readonly bigint[], spends: readonly string[] = ['coin']): ChainTransaction {
  const movements = amounts.map((amountMinor, n) => ({
    ...({ assetRef: 'LTC', gateId: 'LTC', output: `:${n}`, addressKey: ours, destinationTag: null } as const),
    amountMinor,
    coinbase: false,
    maturity: 0,
  }));
  return { txid, movements, spends, failed: false, seenAtMs: null };
}

const blockOf = (timeMs: number, transactions: readonly ChainTransaction[]): ChainBlock => {
  return { height: 9, hash: 'block', parentHash: 'root', timeMs, transactions };
};

describe('hazard 11: first seen is the earlier of our detection and the block time', () => {
  test('also of a payment that was seen before its block; its invoice hears of it when that makes it in time', () => {
    const { look, firstSeen } = follower();
    look(500, { waiting: [paying('a', [5n])] });
    expect(look(600, { blocks: [blockOf(400, [paying('a', [5n])])] })).toEqual([true]);
    expect(firstSeen()).toEqual({ 'a:0': 400 });
    expect(look(700, { blocks: [blockOf(400, [paying('a', [5n])])] })).toEqual([]);
    expect(look(700, { blocks: [blockOf(300, [paying('a', [5n])])] })).toEqual([false]);
    expect(firstSeen()).toEqual({ 'a:0': 300 });
  });

  test('but no later than it was seen, and never before its invoice was made', () => {
    const { look, firstSeen } = follower();
    look(500, { waiting: [paying('a', [5n]), paying('b', [5n], ['other'])] });
    look(600, { blocks: [blockOf(550, [paying('a', [5n])])] });
    expect(firstSeen()).toEqual({ 'a:0': 500, 'b:0': 500 });
    look(700, { blocks: [blockOf(20, [paying('b', [5n], ['other'])])] });
    expect(firstSeen()).toEqual({ 'a:0': 500, 'b:0': 100 });
  });
});

describe('hazard 3: a transaction mined again whose output pays something else', () => {
  const inBlock = (transaction: ChainTransaction) => ({ blocks: [blockOf(400, [transaction])] });
  const coins = paying('a', [5n]);
  const worthless: ChainTransaction = {
    ...coins,
    movements: coins.movements.map((movement) => ({
      ...movement,
      assetRef: 'ETH:0xbad',
      gateId: null,
      amountMinor: 500n,
    })),
  };

  test('is another payment, and the first one failed', () => {
    const { look, rows } = follower();
    look(500, inBlock(coins));
    look(600, { rewindTo: 8, ...inBlock(worthless) });
    expect(rows().map(({ assetRef, amountMinor, status }) => [assetRef, amountMinor, status])).toEqual([
      ['LTC', 5n, 'failed'],
      ['ETH:0xbad', 500n, 'mined'],
    ]);
  });

  test('is the first payment again once it pays that again', () => {
    const { look, rows } = follower();
    look(500, inBlock(coins));
    look(600, { rewindTo: 8, ...inBlock(worthless) });
    look(700, { rewindTo: 8, ...inBlock(coins) });
    expect(rows().map(({ assetRef, amountMinor, status }) => [assetRef, amountMinor, status])).toEqual([
      ['LTC', 5n, 'mined'],
      ['ETH:0xbad', 500n, 'failed'],
    ]);
  });

  test('to another target of ours is a payment to that one', () => {
    const { look, rows } = follower();
    look(500, inBlock(coins));
    const elsewhere = coins.movements.map((movement) => ({ ...movement, addressKey: theirs }));
    look(600, { rewindTo: 8, ...inBlock({ ...coins, movements: elsewhere }) });
    expect(rows().map(({ invoiceId, status }) => [invoiceId, status])).toEqual([
      ['invoice', 'failed'],
      ['other invoice', 'mined'],
    ]);
  });
});

describe('hazard 14: a replacement inherits the moment when as much was first promised', () => {
  const bumped = (before: readonly ChainTransaction[], after: ChainTransaction) => {
    const { look, firstSeen } = follower();
    before.forEach((transaction, at) => {
      look(200 + at * 100, { waiting: [transaction] });
    });
    look(900, { waiting: [after] });
    return firstSeen()[`${after.txid}:0`];
  };

  test.each([
    ['the same', [paying('a', [100n])], paying('z', [100n]), 200],
    ['less, since the fee is taken from it', [paying('a', [100n])], paying('z', [99n]), 200],
    ['the same in other outputs', [paying('a', [60n, 40n])], paying('z', [50n, 50n]), 200],
    ['what the first of several promised', [paying('a', [100n]), paying('b', [90n])], paying('z', [100n]), 200],
  ])('when it pays %s', (_case, before, after, moment) => {
    expect(bumped(before, after)).toBe(moment);
  });

  test.each([
    ['more than dust that held the rate', [paying('a', [1n])], paying('z', [100n])],
    ['more in several outputs', [paying('a', [60n])], paying('z', [60n, 40n])],
    ['more than any one of them', [paying('a', [60n]), paying('b', [60n])], paying('z', [100n])],
  ])('not when it pays %s', (_case, before, after) => {
    expect(bumped(before, after)).toBe(900);
  });

  test('what pays more than dust counts from when it was itself promised, though bumped again', () => {
    expect(bumped([paying('a', [1n]), paying('b', [100n])], paying('z', [100n]))).toBe(300);
  });
});

describe('when a payment was confirmed', () => {
  /** Six confirmations: the block of the payment is the ninth, the one that confirms it the fourteenth. */
  const confirmedAt = (looks: readonly [number, Partial<ChainSnapshot>][]) => {
    const targets = new Map([
      [ours, { invoiceId: 'invoice', staticAddressId: null, createdAtMs: 100, expiresAtMs: 450 }],
    ]);
    let known: Payment[] = [];
    for (const [nowMs, parts] of looks) {
      const changes = planChanges({
        network: 'LTC',
        nowMs,
        known,
        watched: targets,
        rewindTo: null,
        blocks: [],
        waiting: [],
        gone: new Set<string>(),
        tipHeight: 9,
        finalizedHeight: null,
        ...parts,
      });
      if (changes.length > 0) known = changes.map(({ after }) => after);
    }
    return known.map(({ confirmedAtMs }) => confirmedAtMs);
  };
  const mined = { blocks: [blockOf(400, [paying('a', [5n])])] };
  const upTo = (height: number, timeMs: number) => ({
    blocks: [{ ...blockOf(timeMs, []), height, hash: `block${height}` }],
    tipHeight: height,
  });

  test('is unknown below the threshold', () => {
    expect(confirmedAt([[500, mined]])).toEqual([null]);
    const gone = { rewindTo: 8, tipHeight: 8 };
    expect(
      confirmedAt([
        [500, mined],
        [1_000, upTo(14, 900)],
        [1_100, gone],
      ]),
    ).toEqual([null]);
  });

  test('is the time of the block that made it deep enough, so that a follower that lagged makes nobody late', () => {
    expect(
      confirmedAt([
        [500, mined],
        [9_000, upTo(14, 900)],
      ]),
    ).toEqual([900]);
  });

  test('is no later than our detection, whatever the block says of its time', () => {
    expect(
      confirmedAt([
        [500, mined],
        [1_000, upTo(14, 7_000)],
      ]),
    ).toEqual([1_000]);
  });

  test('stays the same with each later block, and is another one once it was reorganised and mined again', () => {
    const before: [number, Partial<ChainSnapshot>][] = [
      [500, mined],
      [1_000, upTo(14, 900)],
    ];
    expect(confirmedAt([...before, [1_200, upTo(15, 1_100)]])).toEqual([900]);
    const again: [number, Partial<ChainSnapshot>][] = [
      [1_100, { rewindTo: 8, tipHeight: 8 }],
      [1_200, mined],
      [2_000, upTo(14, 1_900)],
    ];
    expect(confirmedAt([...before, ...again])).toEqual([1_900]);
  });
});
