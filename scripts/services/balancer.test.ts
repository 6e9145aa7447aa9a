import { createServer, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../process/ports.ts';
import { startBalancer } from './balancer.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server, port = 0): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** An API that is ready unless it says otherwise, and answers everything else as given. */
function api(answer: RequestListener, isReady = () => true): Promise<URL> {
  const server = createServer((incoming, reply) => {
    if (incoming.url !== '/health/ready') return answer(incoming, reply);
    reply.writeHead(isReady() ? 200 : 503).end();
  });
  return listen(server);
}

async function balance(...upstreams: URL[]): Promise<string> {
  const balancer = await startBalancer({ host: '127.0.0.1', port: 0, upstreams, checkEveryMs: 20 });
  closers.push(() => balancer.stop());
  return `http://127.0.0.1:${balancer.port}`;
}

test('an API that is not ready gets nothing, and gets its share when it is again', async () => {
  let isReady = false;
  const one = await api(
    (_, reply) => reply.end('one'),
    () => isReady,
  );
  const two = await api((_, reply) => reply.end('two'));
  const url = await balance(one, two);
  const answers = () => Promise.all(Array.from({ length: 8 }, () => fetch(url).then((answer) => answer.text())));
  expect(new Set(await answers())).toEqual(new Set(['two']));
  isReady = true;
  await expect.poll(async () => new Set(await answers())).toEqual(new Set(['one', 'two']));
});

test('an API that answers a check late goes on, and one that answers none any more gets nothing', async () => {
  let late = 0;
  let checks = 0;
  const server = createServer((incoming, reply) => {
    if (incoming.url !== '/health/ready') return void reply.end('paid');
    checks += 1;
    if (late === 0) return void reply.end();
    late -= 1;
  });
  const balancer = await startBalancer({
    host: '127.0.0.1',
    port: 0,
    upstreams: [await listen(server)],
    checkEveryMs: 5,
    checkTimeoutMs: 50,
  });
  closers.push(() => balancer.stop());
  const status = async () => (await fetch(`http://127.0.0.1:${balancer.port}`)).status;
  late = 2;
  const before = checks;
  while (checks < before + 4) expect(await status()).toBe(200);
  late = Number.POSITIVE_INFINITY;
  await expect.poll(status).toBe(503);
});

test('before it says that no API is ready, it asks them again', async () => {
  let isReady = false;
  const late = await api(
    (_, reply) => reply.end('here'),
    () => isReady,
  );
  const balancer = await startBalancer({ host: '127.0.0.1', port: 0, upstreams: [late], checkEveryMs: 3_600_000 });
  closers.push(() => balancer.stop());
  const url = `http://127.0.0.1:${balancer.port}`;
  expect((await fetch(url)).status).toBe(503);
  isReady = true;
  expect(await (await fetch(url, { method: 'POST', body: 'pay 1' })).text()).toBe('here');
});

test('a request with a body that found nobody goes to the next API, whole', async () => {
  const bodies: string[] = [];
  const working = await api((incoming, reply) => {
    void text(incoming).then((body) => {
      bodies.push(body);
      reply.end('paid');
    });
  });
  // Ready a moment ago, gone now: the balancer learns it from the refusal.
  const port = await freePort();
  const gone = createServer((_, reply) => reply.end());
  const goneUrl = await listen(gone, port);
  const balancer = await startBalancer({
    host: '127.0.0.1',
    port: 0,
    checkEveryMs: 3_600_000,
    upstreams: [goneUrl, working],
  });
  closers.push(() => balancer.stop());
  gone.closeAllConnections();
  await new Promise((resolve) => gone.close(resolve));
  const answer = await fetch(`http://127.0.0.1:${balancer.port}`, { method: 'POST', body: 'pay 1' });
  expect([answer.status, await answer.text(), bodies]).toEqual([200, 'paid', ['pay 1']]);
});

test('a payment that may have reached an API is never sent twice', async () => {
  let seen = 0;
  const dying: RequestListener = (incoming) => {
    seen += 1;
    incoming.socket.destroy();
  };
  const url = await balance(await api(dying), await api(dying));
  const answer = await fetch(url, { method: 'POST', body: 'pay 1' });
  expect([answer.status, seen]).toEqual([502, 1]);
});

test('a read that an API did not answer is read from another', async () => {
  const url = await balance(
    await api((incoming) => incoming.socket.destroy()),
    await api((_, reply) => reply.end('here')),
  );
  expect(await (await fetch(url)).text()).toBe('here');
});

test('events come as they are written, and an answer that breaks off is no whole one', async () => {
  let breakOff = () => {};
  const url = await balance(
    await api((_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': ['a=1', 'b=2'] });
      reply.write('data: 1\n\n');
      breakOff = () => reply.destroy();
    }),
  );
  const answer = await fetch(url);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('data: 1\n\n');
  breakOff();
  await expect(reader.read()).rejects.toThrow();
});

test('the API learns the address of the client from the balancer alone', async () => {
  const url = await balance(await api((incoming, reply) => reply.end(incoming.headers['x-forwarded-for'])));
  const answer = await fetch(url, { headers: { 'x-forwarded-for': '6.6.6.6', connection: 'close' } });
  expect(await answer.text()).toBe('127.0.0.1');
});

test('without an API that is ready, the answer says so', async () => {
  const nobody = createSocketServer();
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  await new Promise((resolve) => nobody.close(resolve));
  const answer = await fetch(await balance(new URL(`http://127.0.0.1:${port}`)));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});

test('stopping finishes what is open', async () => {
  let finish: (() => void) | undefined;
  const upstream = await api((_, reply) => {
    finish = () => void reply.end('done');
  });
  const balancer = await startBalancer({ host: '127.0.0.1', port: 0, upstreams: [upstream], checkEveryMs: 20 });
  const answered = new Promise<string>((resolve, reject) => {
    request(
      `http://127.0.0.1:${balancer.port}`,
      (reply) => void reply.toArray().then((parts) => resolve(parts.join(''))),
    )
      .once('error', reject)
      .end();
  });
  await expect.poll(() => finish).toBeDefined();
  const stopped = balancer.stop();
  finish?.();
  expect(await answered).toBe('done');
  await stopped;
});
