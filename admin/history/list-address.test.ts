import { describe, expect, it } from 'vitest';
import { filterIn, ownIn, viewIn, withView } from './list-address.ts';

const usual = { perPage: 15, sort: { field: 'created_at', order: 'DESC' } } as const;

describe('the address of a list', () => {
  it('says how the list is narrowed, sorted and paged, and keeps the tab', () => {
    const params = withView(new URLSearchParams('tab=refunds&page=3'), {
      filter: { search: 'order', status: ['new', 'done'], gate_id: 'BTC' },
    });
    expect(params.toString()).toBe('tab=refunds&search=order&status=new%2Cdone&gate_id=BTC');
    const sorted = withView(withView(params, { sort: { field: 'amount', order: 'ASC' } }), { page: 2 });
    expect(viewIn(sorted, usual)).toEqual({
      filter: { search: 'order', status: ['new', 'done'], gate_id: 'BTC' },
      page: 2,
      perPage: 15,
      sort: { field: 'amount', order: 'ASC' },
    });
  });

  it('says nothing of a list that is shown as usual, whatever else is in it', () => {
    const params = withView(new URLSearchParams('tab=events&search=x&page=2'), { filter: {} });
    expect(params.toString()).toBe('tab=events');
    expect(ownIn(params)).toBe('');
    expect(viewIn(params, usual)).toEqual({ filter: {}, page: 1, ...usual });
  });

  it('is the usual where it is broken', () => {
    const { page, perPage } = viewIn(new URLSearchParams('page=-1&per_page=zwölf'), usual);
    expect({ page, perPage }).toEqual({ page: 1, perPage: 15 });
    expect(filterIn(new URLSearchParams('status=,'))).toEqual({});
  });
});
