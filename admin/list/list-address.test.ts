import { describe, expect, it } from 'vitest';
import { filterIn, fromListSearch, toListSearch } from './list-address.ts';

const names = ['search', 'status', 'gate_id'];
const usual = { perPage: 15, sort: { field: 'created_at', order: 'DESC' } } as const;
const listed = (search: string) => Object.fromEntries(new URLSearchParams(toListSearch(search, names)));
const search = (list: Record<string, string>) => `?${new URLSearchParams(list)}`;

describe('the address of a list', () => {
  it('is read by react-admin without what is not the list’s', () => {
    expect(listed('?tab=refunds&search=order&status=new,done&page=2&sort=amount&order=asc')).toEqual({
      filter: JSON.stringify({ search: 'order', status: 'new,done' }),
      page: '2',
      sort: 'amount',
      order: 'ASC',
    });
  });

  it('keeps the tab, and says nothing of what is as usual', () => {
    const list = { filter: JSON.stringify({ status: 'new,done' }), displayedFilters: '{}', page: '1', perPage: '15' };
    const shown = search({ ...list, sort: 'created_at', order: 'DESC' });
    expect(fromListSearch(shown, '?tab=refunds&search=x&page=3', { names, usual })).toBe(
      '?tab=refunds&status=new,done',
    );
    const sorted = search({ ...list, page: '2', perPage: '50', sort: 'amount', order: 'ASC' });
    expect(fromListSearch(sorted, '', { names, usual })).toBe(
      '?status=new,done&page=2&per_page=50&sort=amount&order=asc',
    );
  });

  it('says nothing to react-admin where it says nothing of the list, so that the list is as it was left', () => {
    expect(toListSearch('?tab=events', names)).toBe('');
    expect(toListSearch('', names)).toBe('');
  });

  it('is the usual where it is broken', () => {
    expect(listed('?page=-1&per_page=zwölf')).toEqual({ filter: '{}' });
    expect(listed('?per_page=5000')).toEqual({ filter: '{}', perPage: '100' });
    expect(filterIn(new URLSearchParams('status=,'), names)).toEqual({});
  });
});
