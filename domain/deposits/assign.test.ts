import { describe, expect, it } from 'vitest';
import { type Arrival, type AssignmentContext, assignArrivals } from './assign.ts';

let count = 0;
const context = (more: Partial<AssignmentContext> = {}): AssignmentContext => ({
  minimumOf: () => 100n,
  open: [],
  replaced: [],
  maxGathered: 3,
  newId: () => `new-${++count}`,
  ...more,
});
const arrival = (paymentId: string, amountMinor: bigint, more: Partial<Arrival> = {}): Arrival => ({
  paymentId,
  key: paymentId,
  addressId: 'a',
  amountMinor,
  spends: [paymentId],
  ...more,
});
const groups = (arrivals: readonly Arrival[], more: Partial<AssignmentContext> = {}) => {
  const { members, opened } = assignArrivals(arrivals, context(more));
  const byDeposit = Map.groupBy(members, ({ depositId }) => depositId);
  return { opened: opened.length, groups: [...byDeposit.values()].map((all) => all.map((each) => each.paymentId)) };
};

describe('which deposit a payment belongs to', () => {
  it('is its own from the minimum on', () => {
    expect(groups([arrival('p', 100n), arrival('q', 500n)])).toEqual({ opened: 2, groups: [['p'], ['q']] });
  });

  it('is the one that gathers at its address below the minimum, until the sum reaches it', () => {
    const small = ['p', 'q', 'r', 's'].map((id) => arrival(id, 50n));
    expect(groups(small)).toEqual({
      opened: 2,
      groups: [
        ['p', 'q'],
        ['r', 's'],
      ],
    });
    const open = [{ depositId: 'd', addressId: 'a', liveMinor: 60n, count: 1 }];
    expect(assignArrivals([arrival('p', 50n)], context({ open }))).toEqual({
      members: [{ paymentId: 'p', depositId: 'd' }],
      opened: [],
    });
  });

  it('of any amount is the one that gathers at its address: what is small does not wait for more of its kind', () => {
    expect(groups([arrival('p', 50n), arrival('q', 500n), arrival('r', 500n)])).toEqual({
      opened: 2,
      groups: [['p', 'q'], ['r']],
    });
    const open = [{ depositId: 'd', addressId: 'a', liveMinor: 99n, count: 2 }];
    expect(groups([arrival('p', 100n), arrival('q', 1n), arrival('r', 1n)], { open }).groups).toEqual([
      ['p'],
      ['q', 'r'],
    ]);
    expect(assignArrivals([arrival('p', 100n)], context({ open })).opened).toEqual([]);
    const full = [{ depositId: 'd', addressId: 'a', liveMinor: 3n, count: 3 }];
    expect(assignArrivals([arrival('p', 100n)], context({ open: full })).opened).toHaveLength(1);
  });

  it('is never one of another address', () => {
    expect(groups([arrival('p', 1n), arrival('q', 1n, { addressId: 'b' })]).opened).toBe(2);
  });

  it('has a bound, so that dust costs the same however much of it there is', () => {
    const dust = Array.from({ length: 7 }, (_, index) => arrival(`${index}`, 1n));
    expect(groups(dust).groups.map((all) => all.length)).toEqual([3, 3, 1]);
  });

  it('is that of the transaction which it replaces, at the same address', () => {
    const replaced = [{ depositId: 'd', addressId: 'a', spends: ['coin'] }];
    const bump = arrival('p', 70n, { spends: ['coin'] });
    expect(assignArrivals([bump], context({ replaced })).members).toEqual([{ paymentId: 'p', depositId: 'd' }]);
    expect(groups([{ ...bump, addressId: 'b' }], { replaced }).opened).toBe(1);
  });

  it('is none for nothing', () => {
    expect(groups([arrival('p', 0n)])).toEqual({ opened: 0, groups: [] });
  });
});
