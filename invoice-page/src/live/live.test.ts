import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { type MockServer, startMockServer } from '../../fixtures/mock-server.fixture.ts';
import { chosen, fresh, views } from '../../fixtures/views.fixture.ts';
import { ClientError, createClient, type InvoiceClient } from './client.ts';
import { createClock, nextOffset } from './clock.ts';
import { embedMessage, targetOrigin, tellParent } from './embed.ts';
import { createInvoiceStore, isNewer, type MissingView, type StoreDeps } from './store.ts';
import { followInvoice, type StreamEvents } from './stream.ts';

describe('the clock', () => {
  it('takes the largest offset, since messages only arrive late', () => {
    expect(nextOffset(null, 900)).toBe(900);
    expect(nextOffset(900, 700)).toBe(900);
    expect(nextOffset(900, 950)).toBe(950);
  });

  it('starts over when the device was asleep or its clock was set', () => {
    expect(nextOffset(900, -60_000)).toBe(-60_000);
  });

  it('tells the time of the server', () => {
    let local = 1_000;
    const clock = createClock(() => local);
    clock.learn(51_000);
    local = 3_000;
    expect(clock.now()).toBe(53_000);
    clock.learn(Number.NaN);
    expect(clock.now()).toBe(53_000);
  });
});

describe('a snapshot', () => {
  it('counts when its version grew, or when it is a later look at the same version', () => {
    expect(isNewer(fresh, null)).toBe(true);
    expect(isNewer({ ...fresh, version: 2 }, fresh)).toBe(true);
    expect(isNewer({ ...fresh, version: 1 }, { ...fresh, version: 2 })).toBe(false);
    expect(isNewer({ ...fresh, server_time: '2026-11-20T13:19:14.000Z' }, fresh)).toBe(true);
    expect(isNewer({ ...fresh, version: 1, server_time: '2027-01-01T00:00:00.000Z' }, { ...fresh, version: 2 })).toBe(
      false,
    );
  });
});

class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  closed = false;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }

  close(): void {
    this.closed = true;
  }

  send(type: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(type, { data: typeof data === 'string' ? data : JSON.stringify(data) }));
  }
}

const last = () => {
  const source = FakeSource.opened.at(-1);
  if (source === undefined) throw new Error('no stream was opened');
  return source;
};

describe('the stream', () => {
  const events = { onInvoice: vi.fn(), onBeat: vi.fn(), onOpen: vi.fn(), onDown: vi.fn() };
  const follow = () => followInvoice('an id', events, (url) => new FakeSource(url) as unknown as EventSource);

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSource.opened = [];
    for (const event of Object.values(events)) event.mockClear();
  });
  afterEach(() => vi.useRealTimers());

  it('hands on invoices and beats, and drops what is neither', () => {
    const stream = follow();
    expect(last().url).toBe('/customer/invoices/an%20id/events');
    last().send('invoice', fresh);
    last().send('invoice', '{broken');
    last().send('heartbeat', { server_time: '2026-11-20T13:19:13.000Z' });
    expect(events.onInvoice).toHaveBeenCalledExactlyOnceWith(fresh);
    expect(events.onBeat).toHaveBeenCalledExactlyOnceWith(Date.parse('2026-11-20T13:19:13.000Z'));
    stream.stop();
    expect(last().closed).toBe(true);
  });

  it('opens again after silence that no error tells of', () => {
    const stream = follow();
    vi.advanceTimersByTime(30_000);
    last().send('heartbeat', {});
    vi.advanceTimersByTime(34_000);
    expect(events.onDown).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(events.onDown).toHaveBeenCalledOnce();
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.opened).toHaveLength(2);
    stream.stop();
  });

  it('waits longer after each failure, and starts over once it heard something', () => {
    const stream = follow();
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      last().dispatchEvent(new Event('error'));
      const opened = FakeSource.opened.length;
      vi.advanceTimersByTime(pauseMs - 1);
      expect(FakeSource.opened).toHaveLength(opened);
      vi.advanceTimersByTime(1);
      expect(FakeSource.opened).toHaveLength(opened + 1);
    }
    last().send('invoice', fresh);
    last().dispatchEvent(new Event('error'));
    const opened = FakeSource.opened.length;
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.opened).toHaveLength(opened + 1);
    stream.stop();
    vi.advanceTimersByTime(120_000);
    expect(FakeSource.opened).toHaveLength(opened + 1);
  });
});

describe('the store', () => {
  let events: StreamEvents;
  let pageChanged: (up: boolean) => void;
  const reopen = vi.fn();
  const client = {
    read: vi.fn(),
    choose: vi.fn(),
    pay: vi.fn(),
    speak: vi.fn(),
    askRefund: vi.fn(),
    refundOffer: vi.fn(),
    mailRefundLink: vi.fn(),
    exchanges: vi.fn(),
    walletPayment: vi.fn(),
    tronTransaction: vi.fn(),
    sendSigned: vi.fn(),
    pageCode: vi.fn(),
    findPayment: vi.fn(),
    refundMessage: vi.fn(),
    signRefund: vi.fn(),
    enterEmail: vi.fn(),
  } satisfies Record<keyof InvoiceClient, unknown>;

  function store(initial: CustomerInvoice | MissingView = fresh, change: Partial<StoreDeps> = {}) {
    return createInvoiceStore({
      client,
      clock: createClock(),
      follow(given) {
        events = given;
        return { reopen, stop: () => undefined };
      },
      initial,
      watchPage(onChange) {
        pageChanged = onChange;
        return () => undefined;
      },
      ...change,
    });
  }

  beforeEach(() => {
    vi.useFakeTimers();
    for (const mock of [reopen, client.read, client.choose, client.pay]) mock.mockReset();
    client.read.mockResolvedValue(fresh);
  });
  afterEach(() => vi.useRealTimers());

  it('shows the first state at once, without a call', () => {
    const invoice = store();
    const stop = invoice.start();
    expect(invoice.getState()).toMatchObject({ view: fresh, load: 'ready', link: 'live' });
    expect(client.read).not.toHaveBeenCalled();
    stop();
  });

  it('reads the invoice again that could not be read, and leaves an unknown one alone', async () => {
    client.read.mockRejectedValueOnce(new ClientError(503, 'unavailable'));
    const failed = store('failed');
    const stop = failed.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(failed.getState().load).toBe('failed');
    await failed.refresh();
    expect(failed.getState()).toMatchObject({ load: 'ready', view: fresh });
    stop();
    client.read.mockClear();
    store('missing').start();
    expect(client.read).not.toHaveBeenCalled();
  });

  it('has the time of its first snapshot until it is followed, then the server’s as of its answer', () => {
    const takenMs = Date.parse(fresh.server_time);
    const invoice = store(fresh, { initialAtMs: Date.now() - 3_000 });
    vi.advanceTimersByTime(700);
    expect(invoice.now()).toBe(takenMs);
    const stop = invoice.start();
    expect(invoice.now()).toBe(takenMs + 3_700);
    stop();
  });

  it('ignores an older snapshot that arrives late', () => {
    const invoice = store(views.confirming);
    const stop = invoice.start();
    events.onInvoice(views.pay);
    expect(invoice.getState().view?.status).toBe('confirming');
    stop();
  });

  it('polls while the stream is down, says so after a while, and stops when it is back', async () => {
    const invoice = store();
    const stop = invoice.start();
    events.onDown();
    expect(invoice.getState().link).toBe('live');
    await vi.advanceTimersByTimeAsync(12_100);
    expect(invoice.getState().link).toBe('polling');
    expect(client.read).toHaveBeenCalledTimes(3);
    events.onInvoice(views.confirming);
    expect(invoice.getState()).toMatchObject({ link: 'live', view: views.confirming });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(client.read).toHaveBeenCalledTimes(3);
    stop();
  });

  it('reads again when the page is seen again, and reopens the stream after a lost network', () => {
    const invoice = store();
    const stop = invoice.start();
    pageChanged(true);
    expect(client.read).toHaveBeenCalledTimes(1);
    expect(reopen).not.toHaveBeenCalled();
    pageChanged(false);
    expect(invoice.getState().link).toBe('offline');
    pageChanged(true);
    expect(reopen).toHaveBeenCalledOnce();
    stop();
  });

  it('after a refused choice shows the invoice as it is, and passes the refusal on', async () => {
    client.choose.mockRejectedValueOnce(new ClientError(409, 'gate_locked'));
    client.read.mockResolvedValueOnce(views.confirming);
    const invoice = store();
    await expect(invoice.choose('LTC')).rejects.toMatchObject({ code: 'gate_locked' });
    expect(invoice.getState().view?.status).toBe('confirming');
  });

  it('takes the chosen coin from the answer', async () => {
    client.choose.mockResolvedValueOnce(chosen('BTC'));
    const invoice = store();
    await invoice.choose('BTC');
    expect(client.choose).toHaveBeenCalledExactlyOnceWith('BTC', undefined);
    expect(invoice.getState().view?.address).toBe(chosen('BTC').address);
  });
});

describe('the client', () => {
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer(null);
  });
  afterEach(() => server.close());

  const to =
    (url: string): typeof fetch =>
    (path, init) =>
      fetch(`${url}${String(path)}`, init);

  it('reads, chooses and says paid over HTTP', async () => {
    const client = createClient('choose', to(server.url));
    expect((await client.read()).status).toBe('new');
    expect((await client.choose('BTC')).gate_id).toBe('BTC');
    expect((await client.pay()).status).toBe('pending');
    expect((await client.speak('pt')).language).toBe('pt');
    expect(server.calls).toEqual(['GET choose', 'POST choose/currency', 'PUT choose/pay', 'PUT choose/language']);
  });

  it('tells refusals by status and code, and silence from both', async () => {
    const client = createClient('nothing', to(server.url));
    await expect(client.read()).rejects.toMatchObject({ status: 404, code: 'not_found' });
    const nobody = createClient('x', () => Promise.reject(new TypeError('no network')));
    await expect(nobody.read()).rejects.toMatchObject({ status: 0 });
  });
});

describe('a frame', () => {
  it('tells the shop of a status, at its exact origin', () => {
    const postMessage = vi.fn();
    tellParent(views.paid, { postMessage });
    expect(postMessage).toHaveBeenCalledExactlyOnceWith(embedMessage(views.paid), 'https://kestrelcycles.example');
    expect(embedMessage(views.paid)).toEqual({
      source: 'tidegate',
      version: 1,
      type: 'invoice.status',
      invoice: { id: views.paid.id, status: 'done', paid: true, version: views.paid.version },
    });
  });

  it('is documented with every field of its message', () => {
    const docs = readFileSync(new URL('../../../docs/api/embedding.md', import.meta.url), 'utf8');
    const { invoice, ...message } = embedMessage(views.paid);
    const fields = [...Object.keys(message), ...Object.keys(invoice).map((name) => `invoice.${name}`)];
    for (const field of fields) expect(docs).toContain(`| \`${field}\` |`);
  });

  it('may be on a subdomain of the shop, and on no other', () => {
    const shop = { domain: 'shop.example', mode: 'production' } as const;
    const target = (parent: string | null) => targetOrigin(shop, parent);
    expect(target('https://www.shop.example')).toBe('https://www.shop.example');
    expect(target('https://evilshop.example')).toBe('https://shop.example');
    expect(target('http://www.shop.example')).toBe('https://shop.example');
    expect(target(null)).toBe('https://shop.example');
    expect(target('http://localhost:3000')).toBe('https://shop.example');
  });

  it('may be on the machine of a developer in sandbox, with or without a domain', () => {
    for (const domain of ['shop.example', null]) {
      const target = (parent: string) => targetOrigin({ domain, mode: 'sandbox' }, parent);
      expect(target('http://localhost:3000')).toBe('http://localhost:3000');
      expect(target('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
      for (const other of ['http://localhost.evil.example', 'https://evil.example', 'null'])
        expect(target(other)).toBe(domain === null ? null : 'https://shop.example');
    }
  });

  it('tells nobody when the shop has no domain', () => {
    const postMessage = vi.fn();
    tellParent(views.plain, { postMessage });
    expect(postMessage).not.toHaveBeenCalled();
  });
});
