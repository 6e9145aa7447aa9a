import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GuardedClient, type GuardedClientOptions, openGuardedClient } from './guarded-request.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let receiver: Receiver;
const clients: GuardedClient[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await receiver.close();
});

function client(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const opened = openGuardedClient({ allowedNetworks: [], ...options });
  clients.push(opened);
  return opened;
}

const local = { allowedNetworks: ['127.0.0.1/32'] };

describe('hazard 59: where it connects to', () => {
  test.each(['127.0.0.1', 'localhost', 'shop.example', '[::ffff:127.0.0.1]'])(
    'never to a port of the gateway itself, by %s',
    async (host) => {
      const resolve = async () => ['127.0.0.1'];
      const own = client({ ...local, resolve, ownPorts: new Set([receiver.port]) });
      expect(await own.post(`http://${host}:${receiver.port}/api/messages`, {}, '{}')).toMatchObject({
        error: 'refused_address',
      });
      expect(receiver.received).toEqual([]);
    },
  );

  test.each([
    'http://127.0.0.1:PORT/hook',
    'http://127.1:PORT/hook',
    'http://2130706433:PORT/hook',
    'http://0x7f000001:PORT/hook',
    'http://0x7f.0.0.1:PORT/hook',
    'http://017700000001:PORT/hook',
    'http://0177.0.0.1:PORT/hook',
    'http://[::1]:PORT/hook',
    'http://[::ffff:127.0.0.1]:PORT/hook',
    'http://[::ffff:7f00:1]:PORT/hook',
    'http://[64:ff9b::7f00:1]:PORT/hook',
    'http://0.0.0.0:PORT/hook',
    'http://localhost:PORT/hook',
    'http://LOCALHOST:PORT/hook',
    'http://①②⑦.0.0.1:PORT/hook',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://user@127.0.0.1:PORT/hook',
    'https://127.0.0.1:PORT/hook',
  ])('%s is refused', async (template) => {
    const result = await client().post(template.replace('PORT', String(receiver.port)), {}, '{}');
    expect(result).toMatchObject({ ok: false, httpStatus: null, error: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'not a url', ''])(
    '%j is refused',
    async (url) => {
      expect(await client(local).post(url, {}, '{}')).toMatchObject({ ok: false, error: 'refused_address' });
    },
  );

  test.each([[['127.0.0.1']], [['::1']], [['93.184.215.14', '10.0.0.1']], [['::ffff:127.0.0.1']]])(
    'a name that resolves to %j is refused',
    async (addresses) => {
      const resolve = async () => addresses;
      const result = await client({ resolve }).post(`http://shop.example:${receiver.port}/hook`, {}, '{}');
      expect(result).toMatchObject({ ok: false, error: 'refused_address' });
      expect(receiver.received).toEqual([]);
    },
  );

  test('a name that rebinds is refused: each connection is made to the very address that was checked', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? ['10.0.0.1'];
    const rebinding = client({ ...local, resolve });
    receiver.answer = (response) => response.writeHead(200, { connection: 'close' }).end();
    expect(await rebinding.post(`http://shop.example:${receiver.port}/hook`, {}, '{}')).toMatchObject({ ok: true });
    expect(await rebinding.post(`http://shop.example:${receiver.port}/hook`, {}, '{}')).toMatchObject({
      error: 'refused_address',
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('an allowed network is reached, by address and by name', async () => {
    const resolve = async () => ['127.0.0.1'];
    expect(await client(local).post(receiver.url, {}, '{}')).toMatchObject({ ok: true, httpStatus: 200, answer: 'ok' });
    const named = await client({ ...local, resolve }).post(`http://shop.example:${receiver.port}/a?b=c`, {}, '{}');
    expect(named).toMatchObject({ ok: true });
    expect(receiver.received[1]).toMatchObject({ path: '/a?b=c', headers: { host: `shop.example:${receiver.port}` } });
  });

  test('a redirect is a failure, and is not followed', async () => {
    const target = await startReceiver();
    receiver.answer = (response) => response.writeHead(307, { location: target.url }).end();
    expect(await client(local).post(receiver.url, {}, '{}')).toMatchObject({
      ok: false,
      httpStatus: 307,
      error: 'redirect',
    });
    expect(target.received).toEqual([]);
    await target.close();
  });
});

describe('hazard 59: what it waits for', () => {
  test('an endless answer is cut off, and its status counts', async () => {
    let written = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    };
    const result = await client(local).post(receiver.url, {}, '{}');
    expect(result).toMatchObject({ ok: true, httpStatus: 200 });
    expect(result.answer).toHaveLength(1_000);
    expect(written).toBeLessThan(64_000_000);
  });

  test('a receiver that never answers costs the deadline and no more', async () => {
    receiver.answer = () => {};
    const result = await client({ ...local, deadlineMs: 300 }).post(receiver.url, {}, '{}');
    expect(result).toMatchObject({ ok: false, httpStatus: null, error: 'timeout' });
  });

  test('a receiver that drips its answer is cut off at the deadline', async () => {
    let drip: NodeJS.Timeout | undefined;
    receiver.answer = (response) => {
      response.writeHead(500);
      drip = setInterval(() => response.write('.'), 20);
    };
    const result = await client({ ...local, deadlineMs: 300 }).post(receiver.url, {}, '{}');
    clearInterval(drip);
    expect(result).toMatchObject({ ok: false, httpStatus: 500 });
    expect(result.answer).toMatch(/^\.+$/);
  });

  test('headers without end are refused', async () => {
    receiver.answer = (response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end();
    expect(await client(local).post(receiver.url, {}, '{}')).toMatchObject({ ok: false, error: 'too_large' });
  });

  test('nobody there, and a name nobody knows, are failures to connect', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    expect(await client({ resolve }).post('https://shop.example/hook', {}, '{}')).toMatchObject({ error: 'connect' });
    expect(await client(local).post('http://127.0.0.1:1/hook', {}, '{}')).toMatchObject({ error: 'connect' });
  });

  test('a server that does not speak TLS is told apart', async () => {
    const url = receiver.url.replace('http:', 'https:');
    expect(await client(local).post(url, {}, '{}')).toMatchObject({ ok: false, error: 'tls' });
  });

  test('an idle connection that the receiver closes meanwhile is no failure', async () => {
    let connections = 0;
    const server = createTcpServer((socket) => {
      connections += 1;
      let answered = false;
      socket.on('error', () => {});
      socket.on('data', () => {
        if (answered) return socket.destroy();
        answered = true;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const reusing = client(local);
    expect(await reusing.post(url, {}, '{}')).toMatchObject({ ok: true });
    expect(await reusing.post(url, {}, '{}')).toMatchObject({ ok: true });
    expect(connections).toBe(2);
    await new Promise((resolve) => server.close(resolve));
  });
});
