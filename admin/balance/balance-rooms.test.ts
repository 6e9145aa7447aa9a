import { describe, expect, it } from 'vitest';
import { BALANCE_TABS, openRoom, roomIn } from './balance-rooms.ts';

const room = (search: string) => roomIn(new URLSearchParams(search));

describe('the parts of the balance', () => {
  it('are named by the address', () => {
    expect(
      ['', '?tab=convert', '?tab=deposits', '?tab=addresses', '?tab=reports', '?tab=reserves', '?tab=nonsense'].map(
        room,
      ),
    ).toEqual(['assets', 'convert', 'deposits', 'addresses', 'reports', 'reserves', 'assets']);
    expect(room('?tab=deposits&id=1')).toBe('deposit');
    expect(room('?tab=addresses&new')).toBe('new_deposit');
    // A conversion and an address are dialogs over their lists.
    expect(['?tab=convert&id=1', '?tab=addresses&id=1'].map(room)).toEqual(['convert', 'addresses']);
  });

  it('open only for those who may see their tab', () => {
    expect(BALANCE_TABS.map((tab) => openRoom(tab, BALANCE_TABS))).toEqual(BALANCE_TABS);
    const few = ['assets', 'convert'] as const;
    expect((['deposits', 'addresses', 'deposit', 'new_deposit'] as const).map((each) => openRoom(each, few))).toEqual(
      Array.from({ length: 4 }, () => 'assets'),
    );
  });
});
