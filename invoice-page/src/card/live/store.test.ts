import { describe, expect, it } from 'vitest';
import type { CardOrder } from '../../../../contract/card-payment.ts';
import { draftOf, merchant, quoteOf } from '../../../fixtures/card-offer.fixture.ts';
import { ClientError } from '../../live/client.ts';
import { type CardClient, createCardClient } from './calls.ts';
import { createKeeper } from './keeper.ts';
import { createCardStore } from './store.ts';

const purchase = { gateId: 'BTC', fiat: 'EUR', country: 'DE', method: 'card', nowMs: 0 } as const;
const quote = quoteOf({ ...purchase, amount: { side: 'fiat', text: '100' } });
const body = {
  shop_id: merchant.shop.id,
  gate_id: 'BTC',
  fiat: 'EUR',
  fiat_amount: '100',
  country: 'DE',
  method: 'card',
} as const;
const draft = draftOf(quote, '0199a5f2-7c4e-7b02-8204-18c3a9d0e511', 0);
const none = createCardClient(() => Promise.reject(new Error('Not expected in this test.')));

function open(client: Partial<CardClient>, storage = memory()) {
  const keeper = createKeeper(storage);
  const store = createCardStore({
    client: { ...none, ...client },
    clock: { now: () => 0, learn: () => undefined },
    keeper,
    initial: { merchant, invoice: null },
    home: '/onramp-iframe?shop=a',
    watchPage: () => () => undefined,
  });
  return { store, keeper };
}

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

describe('the order of a tab', () => {
  it('is found again by its page and by its id, with its secret', async () => {
    const storage = memory();
    const { store } = open({ setAmount: async () => ({ order: draft, secret: 's' }) }, storage);
    await store.setAmount(body);
    const again = createKeeper(storage);
    expect(again.atHome('/onramp-iframe?shop=a')).toEqual({ id: draft.id, secret: 's', home: '/onramp-iframe?shop=a' });
    expect(again.byId(draft.id)?.secret).toBe('s');
    expect(again.atHome('/onramp-iframe?shop=b')).toBeNull();
  });

  it('keeps its secret when its amount changes, and its draft is the one that changes', async () => {
    const keys: unknown[] = [];
    const { store } = open({
      setAmount: async (_, key) => {
        keys.push(key?.secret ?? null);
        return { order: { ...draft, version: keys.length }, secret: keys.length === 1 ? 's' : null };
      },
    });
    await store.setAmount(body);
    await store.setAmount(body);
    expect(keys).toEqual([null, 's']);
    expect(store.getState().kept?.secret).toBe('s');
  });

  it('never goes back to an older version, however late its answer comes', async () => {
    const answers: CardOrder[] = [
      { ...draft, version: 3, status: 'payment' },
      { ...draft, version: 2, status: 'placing' },
    ];
    const { store } = open({
      setAmount: async () => ({ order: draft, secret: 's' }),
      read: async () => answers.shift() ?? draft,
    });
    await store.setAmount(body);
    await store.refresh();
    await store.refresh();
    expect(store.getState().order?.status).toBe('payment');
  });

  it('is read again when the server refuses a step, and the refusal is shown', async () => {
    const refusal = new ClientError(409, 'illegal_transition');
    const { store } = open({
      setAmount: async () => ({ order: draft, secret: 's' }),
      place: () => Promise.reject(refusal),
      read: async () => ({ ...draft, version: 2, status: 'canceled' }),
    });
    await store.setAmount(body);
    await expect(store.place()).rejects.toBe(refusal);
    expect(store.getState().order?.status).toBe('canceled');
  });

  it('is forgotten once the server no longer knows it, and kept while it cannot be reached', async () => {
    let status = 0;
    const { store, keeper } = open({
      setAmount: async () => ({ order: draft, secret: 's' }),
      read: () => Promise.reject(new ClientError(status, 'x')),
    });
    await store.setAmount(body);
    await store.refresh();
    expect(store.getState().order?.id).toBe(draft.id);
    expect(store.getState().link).not.toBe('live');
    status = 404;
    await store.refresh();
    expect(store.getState().order).toBeNull();
    expect(keeper.byId(draft.id)).toBeNull();
  });

  it('lives in memory where the browser lets a frame store nothing', async () => {
    const closed = {
      getItem: () => {
        throw new Error('SecurityError');
      },
      setItem: () => {
        throw new Error('SecurityError');
      },
    };
    const { store, keeper } = open({ setAmount: async () => ({ order: draft, secret: 's' }) }, closed);
    await store.setAmount(body);
    expect(keeper.byId(draft.id)?.secret).toBe('s');
  });
});
