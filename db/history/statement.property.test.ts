import fc from 'fast-check';
import { expect, it } from 'vitest';
import { examples, timeForExamples } from '../../domain/examples.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { listMovements } from './movements.ts';
import { readStatements, statementLines } from './statement.ts';

const { db } = await openTestDatabase();

let beginMs = Date.parse('2026-03-28T22:00:00Z');
const DAY_MS = 86_400_000;

interface Made {
  readonly minor: bigint;
  /** Minutes after the beginning; some before the one that was posted earlier, as where transactions overlap. */
  readonly minute: number;
  readonly kind: string;
  readonly asset: 'ETH' | 'LTC';
}

const historyOf = (...assets: Made['asset'][]) =>
  fc.array(
    fc.record({
      asset: fc.constantFrom(...assets),
      minor: fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 24n })),
      minute: fc.nat({ max: 14 }),
      kind: fc.constantFrom('settle', 'payout', 'refund'),
    }),
    { minLength: 1, maxLength: 12 },
  );

/** Posts the history with its times: settlements come in, what there is of the others goes out. */
async function post(merchantId: string, made: readonly Made[]) {
  const balances = { ETH: 0n, LTC: 0n };
  let minutes = 0;
  const posted: (Omit<Made, 'minute'> & { readonly atMs: number; readonly balanceMinor: bigint })[] = [];
  for (const { minor, minute, kind, asset } of made) {
    const available = balances[asset];
    const isIn = kind === 'settle' || available === 0n;
    const amount = isIn || minor < available ? minor : available;
    const own = { owner: merchantId, mode: 'sandbox', asset, kind: 'available' } as const;
    const other = { owner: GATEWAY, mode: 'sandbox', asset, kind: `custody:${asset}` } as const;
    const posting = { debit: isIn ? other : own, credit: isIn ? own : other, minor: amount };
    const key = newId();
    await moneyTransaction(db, (tx) => postTransfers(tx, [{ key, kind: isIn ? 'settle' : kind, postings: [posting] }]));
    // Every third one began before the one that was posted before it.
    minutes += posted.length % 3 === 2 ? -minute : minute;
    const atMs = beginMs + Math.max(0, minutes) * 60_000;
    await execute(db, 'ALTER TABLE transfer DISABLE TRIGGER USER');
    await execute(db, 'UPDATE transfer SET created_at = $2 WHERE key = $1', [key, new Date(atMs)]);
    await execute(db, 'ALTER TABLE transfer ENABLE TRIGGER USER');
    balances[asset] += isIn ? amount : -amount;
    const moved = { minor: isIn ? amount : -amount, balanceMinor: balances[asset] };
    posted.push({ ...moved, asset, atMs, kind: isIn ? 'settle' : kind });
  }
  return posted;
}

const sum = (of: readonly { readonly minor: bigint }[]) => of.reduce((total, { minor }) => total + minor, 0n);

it('opening, lines and closing of every period add up to the ledger, to the last unit, wherever a period is cut', {
  timeout: timeForExamples(120_000),
}, async () => {
  const cut = fc.nat({ max: 120 });
  await fc.assert(
    fc.asyncProperty(historyOf('ETH'), cut, cut, async (made, one_, other) => {
      // Ids of transfers grow with time, over all merchants.
      beginMs += 2 * DAY_MS;
      const merchantId = newId();
      const posted = await post(merchantId, made);
      const [first, second] = [Math.min(one_, other), Math.max(one_, other)].map((at) => beginMs + at * 60_000);
      if (first === undefined || second === undefined) throw new Error('There are two cuts.');
      const ends = [first, second, beginMs + DAY_MS];
      let from: number | undefined;
      let closing = 0n;
      for (const end of ends) {
        const query = {
          ...({ merchantId, mode: 'sandbox', currency: 'EUR', gateId: 'ETH' } as const),
          dateFrom: from === undefined ? undefined : new Date(from),
          dateTo: new Date(end - 1),
        };
        const [statement] = await readStatements(db, query);
        if (statement === undefined) throw new Error('The balance has a statement.');
        const lines: { minor: bigint; balanceMinor: bigint; kind: string }[] = [];
        for await (const chunk of statementLines(db, query, statement, 3)) lines.push(...chunk);
        const expected = posted.filter(({ atMs }) => (from === undefined || atMs >= from) && atMs < end);
        expect(lines.map(({ minor, kind }) => [minor, kind])).toEqual(expected.map(({ minor, kind }) => [minor, kind]));
        expect(statement.openingMinor).toBe(closing);
        expect(statement.openingMinor + sum(lines)).toBe(statement.closingMinor);
        expect(lines.at(-1)?.balanceMinor ?? statement.closingMinor).toBe(statement.closingMinor);
        expect(statement.receivedMinor).toBe(sum(expected.filter(({ minor }) => minor > 0n)));
        expect(statement.receivedMinor - statement.sentMinor).toBe(sum(expected));
        expect([statement.movements, sum(statement.kinds)]).toEqual([expected.length, sum(expected)]);
        closing = statement.closingMinor;
        from = end;
      }
      const [balance] = (await balances(db, { owner: merchantId, mode: 'sandbox' })).filter(
        ({ kind }) => kind === 'available',
      );
      expect(closing).toBe(balance?.total);
    }),
    { numRuns: examples(12) },
  );
});

it('pages of movements show each one of the period once, newest first, with the balance of its asset after it', {
  timeout: timeForExamples(120_000),
}, async () => {
  const cut = fc.option(fc.nat({ max: 120 }), { nil: undefined });
  const perPage = fc.integer({ min: 1, max: 5 });
  const gate = fc.constantFrom('ETH' as const, 'LTC' as const, undefined);
  await fc.assert(
    fc.asyncProperty(historyOf('ETH', 'LTC'), cut, cut, perPage, gate, async (made, from, to, size, gateId) => {
      beginMs += 2 * DAY_MS;
      const merchantId = newId();
      const posted = await post(merchantId, made);
      const [fromMs, toMs] = [from, to].map((minute) => (minute === undefined ? null : beginMs + minute * 60_000));
      const expected = posted
        .filter(({ asset, atMs }) => {
          const isOfPeriod = atMs >= (fromMs ?? 0) && atMs <= (toMs ?? Number.MAX_SAFE_INTEGER);
          return isOfPeriod && (gateId ?? asset) === asset;
        })
        .toReversed()
        .map(({ asset, minor, kind, balanceMinor }) => ({ gateId: asset, minor, kind, balanceMinor }));
      const shown: object[] = [];
      for (let page = 1; page <= expected.length / size + 1; page += 1) {
        const { movements, total } = await listMovements(db, {
          ...({ merchantId, mode: 'sandbox', currency: 'EUR' } as const),
          gateId,
          ...(fromMs == null ? {} : { dateFrom: new Date(fromMs) }),
          ...(toMs == null ? {} : { dateTo: new Date(toMs) }),
          page,
          perPage: size,
        });
        expect(total).toBe(expected.length);
        shown.push(
          ...movements.map(({ gateId: of, minor, kind, balanceMinor }) => ({ gateId: of, minor, kind, balanceMinor })),
        );
      }
      expect(shown).toEqual(expected);
    }),
    { numRuns: examples(25) },
  );
});

it('what is posted while a statement is read is not in it', async () => {
  const merchantId = newId();
  await post(merchantId, [{ asset: 'ETH', minor: 5n, minute: 0, kind: 'settle' }]);
  await post(merchantId, [{ asset: 'ETH', minor: 7n, minute: 1, kind: 'settle' }]);
  const query = { merchantId, mode: 'sandbox', currency: 'EUR', gateId: 'ETH', dateTo: new Date() } as const;
  const [statement] = await readStatements(db, query);
  if (statement === undefined) throw new Error('The balance has a statement.');
  await post(merchantId, [{ asset: 'ETH', minor: 11n, minute: 2, kind: 'settle' }]);
  const lines: bigint[] = [];
  for await (const chunk of statementLines(db, query, statement, 1)) lines.push(...chunk.map(({ minor }) => minor));
  expect([statement.closingMinor, lines]).toEqual([12n, [5n, 7n]]);
});
