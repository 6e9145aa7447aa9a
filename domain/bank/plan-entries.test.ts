import { describe, expect, test } from 'vitest';
import type { Movement } from './movements.ts';
import { type KeptMovement, planNews, planStatement, withoutHeld } from './plan-entries.ts';

type Named = Movement & { readonly name: string };
const movement = (name: string, amountMinor: bigint, more: Partial<Movement> = {}): Named => ({
  name,
  amountMinor,
  direction: 'credit',
  day: '2026-11-24',
  bankReference: null,
  endToEndId: null,
  creditorReference: null,
  remittance: '',
  partyName: null,
  partyIban: null,
  ...more,
});
const words = (name: string, minor: bigint, more: Partial<Movement> = {}) =>
  movement(name, minor, { remittance: name, ...more });
const part = (name: string, minor: bigint) => words(name, minor, { within: { entry: 'E', reference: null } });
const kept = (of: Named, more: Partial<KeptMovement> = {}): KeptMovement & Named => ({
  ...of,
  id: of.name,
  isStated: true,
  isOpen: false,
  ...more,
});
const names = (all: readonly Named[]) => all.map(({ name }) => name);

describe('a statement', () => {
  const plan = (said: readonly Named[], coming: readonly Named[], informed: readonly Named[] = []) => {
    const { confirmed, fresh, held, ended } = planStatement(said, { coming, informed });
    return {
      confirmed: confirmed.map(({ said: one, rows }) => `${one.name}=${names(rows).join('+')}`),
      fresh: names(fresh),
      held: names(held),
      ended: names(ended),
    };
  };
  const none = { confirmed: [], fresh: [], held: [], ended: [] };

  test('confirms what was notified, once, also as its sum', () => {
    const [a, b] = [part('a', 10n), part('b', 20n)];
    expect(plan([a], [a])).toEqual({ ...none, confirmed: ['a=a'] });
    expect(plan([a, { ...a, name: 'again' }], [a])).toEqual({ ...none, confirmed: ['a=a'], fresh: ['again'] });
    expect(plan([movement('sum', 30n)], [a, b])).toEqual({ ...none, confirmed: ['sum=a+b'] });
  });

  test('ends a sum that was notified and whose parts it says: they are new', () => {
    const sum = movement('sum', 30n);
    expect(plan([part('a', 10n), part('b', 20n)], [sum])).toEqual({ ...none, fresh: ['a', 'b'], ended: ['sum'] });
  });

  test('confirms on another day what has the payer and the reference, and no statement contained', () => {
    const of = (name: string, day: string) =>
      movement(name, 10n, { creditorReference: 'RF', partyIban: 'DE89370400440532013000', day });
    expect(plan([of('said', '2026-11-26')], [of('known', '2026-11-24')])).toEqual({
      ...none,
      confirmed: ['said=known'],
    });
  });

  test('holds what is like money that has its words from a notification, each once', () => {
    const [one, two] = [words('x', 10n), { ...words('x', 10n), name: 'two' }];
    const informed = [words('x', 10n)];
    expect(plan([one, two], [], informed)).toEqual({ ...none, fresh: ['two'], held: ['x'] });
    for (const other of [{ day: '2026-11-25' }, { direction: 'debit' as const }, { amountMinor: 11n }])
      expect(plan([{ ...one, ...other }], [], informed).held).toEqual([]);
    expect(plan([movement('bare', 10n)], [], informed)).toEqual({ ...none, fresh: ['bare'] });
    const debit = { ...one, direction: 'debit' } as const;
    expect(plan([debit], [], [debit]).held).toEqual([]);
  });

  test('does not confirm on another day what it holds', () => {
    const said = movement('said', 10n, { creditorReference: 'RF', partyIban: 'DE89370400440532013000' });
    const coming = { ...said, name: 'coming', day: '2026-11-22' };
    expect(plan([said], [coming])).toEqual({ ...none, confirmed: ['said=coming'] });
    expect(plan([said], [coming], [said])).toEqual({ ...none, held: ['said'] });
  });

  test('holds parts as well, and what was notified first is no reason', () => {
    const parts = [part('a', 10n), part('b', 20n)];
    expect(plan(parts, [movement('sum', 30n)], [words('a', 10n)])).toEqual({
      ...none,
      fresh: ['b'],
      held: ['a'],
      ended: ['sum'],
    });
    expect(plan([words('a', 10n)], [words('a', 10n)], [words('a', 10n)])).toEqual({ ...none, confirmed: ['a=a'] });
  });
});

describe('news of what is kept', () => {
  const open = { isOpen: true } as const;
  const news = (said: readonly Named[], rows: readonly (KeptMovement & Named)[]) => {
    const { informed, split, fresh, unsaid } = planNews(said, rows, {});
    return {
      informed: informed.map(({ row, said: one }) => `${row.name}=${one.name}`),
      split: split.map(({ row, parts }) => `${row.name}=${names(parts).join('+')}`),
      fresh: names(fresh),
      unsaid: names(unsaid),
    };
  };
  const none = { informed: [], split: [], fresh: [], unsaid: [] };

  test('are what is new, and what it does not say', () => {
    const [a, b] = [words('a', 10n), words('b', 20n)];
    expect(news([a], [kept(a), kept(b)])).toEqual({ ...none, unsaid: ['b'] });
    expect(news([a, b], [kept(a)])).toEqual({ ...none, fresh: ['b'] });
  });

  test('are the words of a sum that is in suspense, or only notified; of no other', () => {
    const [sum, said] = [movement('sum', 10n), words('said', 10n)];
    expect(news([said], [kept(sum, open)])).toEqual({ ...none, informed: ['sum=said'] });
    expect(news([said], [kept(sum, { isStated: false })])).toEqual({ ...none, informed: ['sum=said'] });
    expect(news([said], [kept(sum)])).toEqual(none);
    expect(news([sum], [kept(sum, open)])).toEqual(none);
    expect(news([said], [kept(words('said', 10n), open)])).toEqual(none);
  });

  test('are the parts of a sum, and a sum of parts that are known is none', () => {
    const [sum, parts] = [movement('sum', 30n), [part('a', 10n), part('b', 20n)]];
    expect(news(parts, [kept(sum, open)])).toEqual({ ...none, split: ['sum=a+b'] });
    expect(news(parts, [kept(sum)])).toEqual(none);
    expect(
      news(
        [sum],
        parts.map((each) => kept(each)),
      ),
    ).toEqual(none);
  });

  test('are not learned where other money has the words from a notification', () => {
    const [sum, other] = [movement('sum', 10n), movement('other', 30n)];
    const parts = [part('a', 10n), part('b', 20n)];
    const all = {
      informed: [{ row: sum, said: words('said', 10n) }],
      split: [{ row: other, parts }],
      fresh: [],
      unsaid: [],
    };
    expect(withoutHeld(all, [])).toEqual(all);
    expect(withoutHeld(all, [words('said', 10n)])).toEqual({ ...all, informed: [] });
    expect(withoutHeld(all, [words('b', 20n)])).toEqual({ ...all, split: [] });
  });
});
