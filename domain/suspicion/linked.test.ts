import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINK_WINDOWS_MS, type LinkedOperation, linkedGroups, REPORT_FROM_MINOR } from './linked.ts';

const HOUR_MS = 3_600_000;
let next = 0;

function operation(euros: number, hours: number, changes: Partial<LinkedOperation> = {}): LinkedOperation {
  next += 1;
  const id = `op-${String(next).padStart(5, '0')}`;
  return {
    id,
    direction: 'in',
    atMs: hours * HOUR_MS,
    valueEurMinor: BigInt(euros) * 100n,
    payer: null,
    customer: null,
    merchant: `shop of ${id}`,
    closedReports: [],
    ...changes,
  };
}

const links = (operations: readonly LinkedOperation[]) =>
  linkedGroups(operations).map(({ link, key }) => `${link} ${key}`);

describe('linked operations', () => {
  it('are reported from EUR 15,000 on, to the cent, one alone or several together', () => {
    const payer = 'ETH:0xa';
    expect(links([operation(14_999, 0, { payer })])).toEqual([]);
    expect(links([operation(15_000, 0, { payer })])).toEqual(['payer ETH:0xa']);
    expect(links([operation(7_500, 0, { payer }), operation(7_499, 1, { payer })])).toEqual([]);
    expect(links([operation(7_500, 0, { payer }), operation(7_500, 1, { payer })])).toEqual(['payer ETH:0xa']);
  });
  it('are those of one payer at several shops, and of one customer with several addresses', () => {
    const split = [1, 2, 3].map((day) =>
      operation(5_000, day * 24, { customer: 'ann@mail.test', payer: `ETH:0x${day}` }),
    );
    expect(links(split)).toEqual(['customer ann@mail.test']);
  });
  it('are not linked over more than the window, and roll with it', () => {
    const payer = 'TRON:T1';
    const week = LINK_WINDOWS_MS.payer / HOUR_MS;
    expect(links([operation(8_000, 0, { payer }), operation(8_000, week + 1, { payer })])).toEqual([]);
    expect(links([operation(8_000, 0, { payer }), operation(8_000, week, { payer })])).toHaveLength(1);
    const rolling = [0, week - 1, 2 * week - 2].map((hours) => operation(8_000, hours, { payer }));
    const [group, ...others] = linkedGroups(rolling);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ totalEurMinor: 2_400_000n, operations: rolling });
  });
  it('of a merchant count over a day, and are not reported twice when a payer made all of them', () => {
    const merchant = 'shop';
    const many = [0, 1, 2].map((hours) => operation(6_000, hours, { merchant }));
    expect(links(many)).toEqual(['merchant shop']);
    expect(links(many.map((each) => ({ ...each, payer: 'ETH:0xb' })))).toEqual(['payer ETH:0xb']);
    expect(links([0, 25, 50].map((hours) => operation(6_000, hours, { merchant })))).toEqual([]);
  });
  it('with one address or customer are what came and what left together, whatever the merchant', () => {
    const payer = 'ETH:0xd';
    const back = operation(7_500, 24, { payer, direction: 'out' });
    expect(links([operation(7_500, 0, { payer }), back])).toEqual(['payer ETH:0xd']);
    expect(links([back, operation(7_500, 48, { payer, direction: 'out' })])).toEqual(['payer ETH:0xd']);
    const customer = 'eve@mail.test';
    const refunded = operation(8_000, 3, { customer, direction: 'out' });
    expect(links([operation(8_000, 0, { customer }), refunded])).toEqual(['customer eve@mail.test']);
  });
  it('of a merchant are each direction for itself, so that money passing through counts once', () => {
    const merchant = 'shop';
    const through = [operation(14_000, 0, { merchant }), operation(14_000, 1, { merchant, direction: 'out' })];
    expect(links(through)).toEqual([]);
    const out = [0, 1, 2].map((hours) => operation(5_000, hours, { merchant, direction: 'out' }));
    expect(links([...through.slice(0, 1), ...out])).toEqual(['merchant_out shop']);
  });
  it('that lie far apart make groups of their own', () => {
    const payer = 'ETH:0xc';
    const groups = linkedGroups([operation(15_000, 0, { payer }), operation(20_000, 1_000, { payer })]);
    expect(groups.map(({ totalEurMinor }) => totalEurMinor)).toEqual([1_500_000n, 2_000_000n]);
  });
  it('of a closed report count with others by another link only, and not in a weaker group of their own', () => {
    const [merchant, customer] = ['shop', 'ann@mail.test'];
    const day = { id: 'report', link: 'merchant', key: merchant } as const;
    const ofDay = [
      operation(6_000, 0, { merchant, customer, closedReports: [day] }),
      operation(9_000, 1, { merchant, closedReports: [day] }),
    ];
    expect(links(ofDay)).toEqual([]);
    expect(links([...ofDay, operation(9_000, 40, { merchant, customer })])).toEqual(['customer ann@mail.test']);
    const closedReports = [{ id: 'report', link: 'customer', key: customer }] as const;
    const ofAnn = [8_000, 7_000].map((euros) => operation(euros, 2, { merchant, customer, closedReports }));
    expect(links(ofAnn)).toEqual([]);
    expect(links([...ofAnn, operation(1, 3, { merchant })])).toEqual(['merchant shop']);
  });

  it('are compared only with groups that share their operations, however many there are', () => {
    let reads = 0;
    const counted = (changes: Partial<LinkedOperation>) => {
      const one = operation(15_000, 0, changes);
      const { id } = one;
      const get = () => {
        reads += 1;
        return id;
      };
      return Object.defineProperty(one, 'id', { get });
    };
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    const all = [
      ...numbers.map((n) => counted({ payer: `ETH:0x${n}`, customer: `covered-${n}@mail.test` })),
      ...numbers.map((n) => counted({ customer: `own-${n}@mail.test` })),
    ];
    reads = 0;
    const groups = linkedGroups(all);
    expect(groups.map(({ link }) => link)).toEqual([...numbers.map(() => 'payer'), ...numbers.map(() => 'customer')]);
    expect(reads).toBeLessThan(10 * all.length);
  });
  it('are the same in whatever order they come, each once in a link, and always reach the threshold', () => {
    const operations = fc.array(
      fc.record({
        euros: fc.integer({ min: 1, max: 12_000 }),
        hours: fc.integer({ min: 0, max: 500 }),
        payer: fc.constantFrom(null, 'a', 'b'),
        customer: fc.constantFrom(null, 'x', 'y'),
        merchant: fc.constantFrom('m', 'n'),
        direction: fc.constantFrom('in' as const, 'out' as const),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(operations, (many) => {
        const all = many.map(({ euros, hours, ...links }) => operation(euros, hours, links));
        const groups = linkedGroups(all);
        expect(linkedGroups(all.toReversed())).toEqual(groups);
        for (const { totalEurMinor } of groups) expect(totalEurMinor >= REPORT_FROM_MINOR).toBe(true);
        const places = groups.flatMap(({ link, operations: of }) => of.map(({ id }) => `${link} ${id}`));
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});
