import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../db/core/sql.ts';
import { depositsAt, makeAddress, receive } from '../db/deposits/testing.fixture.ts';
import { until } from '../scripts/testing/until.ts';
import { user } from './access.ts';
import { sendDownload } from './downloads.ts';
import { depositText } from './reports/lines.ts';
import { cookiesOf, signInAs, type TestBrowser } from './testing/accounts.fixture.ts';
import { openTestApi } from './testing/open-api.fixture.ts';
import { createPlaces } from './uploads/places.ts';

/** More than the buffers of a connection hold. */
const LINES = 10_000_000;
const places = createPlaces({ max: 6, maxOfOne: 6, words: { ofOne: () => 'Too many.', ofAll: 'Too many.' } });

const sockets: Socket[] = [];
let begun = 0;
const api = await openTestApi({
  deps: {
    checkSessionsEveryMs: 50,
    async prepare(app) {
      const file = { type: 'text/csv', fileName: 'lines.csv' };
      const open = { config: user(null), schema: { hide: true } };
      app.get('/spa/lines', open, (request, reply) => {
        return sendDownload(api.deps, request, reply, { ...file, pieces: manyLines() });
      });
      app.get('/spa/impatient', open, (request, reply) => {
        begun += 1;
        const deps = { ...api.deps, stalledDownloadMs: 300 };
        return sendDownload(deps, request, reply, { ...file, pieces: manyLines(), onEnd: places.take('everybody') });
      });
      app.get('/spa/late', open, async (request, reply) => {
        const onEnd = places.take('everybody');
        await until(async () => reply.raw.destroyed, 'the caller has left');
        begun += 1;
        return sendDownload(api.deps, request, reply, { ...file, pieces: manyLines(), onEnd });
      });
    },
  },
});
beforeAll(async () => {
  api.app.server.on('connection', (socket) => sockets.push(socket));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});

function* manyLines() {
  for (let piece = 0; piece < LINES / 10_000; piece += 1) yield 'line\n'.repeat(10_000);
}

/** Asks for a path and reads nothing of the answer. */
function ask(browser: TestBrowser, path: string): Socket {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  const cookie = cookiesOf(browser);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
  return socket;
}

const written = () => sockets.at(-1)?.bytesWritten ?? 0;
const connections = () =>
  new Promise<number>((resolve, reject) => {
    api.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });

/** The bytes that were sent before the connection ended. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  for await (const piece of socket.setEncoding('utf8')) text += piece;
  return text;
}

describe('a download', () => {
  test('ends with its session, also while nobody reads it', async () => {
    const shop = await api.merchant();
    const browser = await signInAs(api, shop.user);
    const socket = ask(browser, '/spa/lines');
    await until(async () => written() > 500_000, 'some of it is on its way');
    await execute(api.db, 'UPDATE app_user SET blocked_at = now() WHERE id = $1', [shop.user.id]);
    await until(async () => (await connections()) === 0, 'the server has ended the download');
    const text = await received(socket);
    expect(text).toMatch(/^HTTP\/1.1 200 OK/);
    expect(text.split('\n').length).toBeLessThan(LINES);
  });

  test('gives its place back when its reader takes nothing', async () => {
    const shop = await api.merchant();
    const browser = await signInAs(api, shop.user);
    const stalled = Array.from({ length: 6 }, () => ask(browser, '/spa/impatient'));
    await until(async () => begun === 6, 'all have begun');
    await until(async () => places.taken === 0, 'the places are free again');
    for (const socket of stalled) expect(await received(socket)).toMatch(/^HTTP\/1.1 200 OK/);
  });

  test('that begins when its reader has left gives its place back', async () => {
    const browser = await signInAs(api, (await api.merchant()).user);
    begun = 0;
    const leaving = [1, 2, 3].map(() => ask(browser, '/spa/late'));
    await until(async () => places.taken === 3, 'all have asked');
    for (const socket of leaving) socket.destroy();
    await until(async () => begun === 3, 'all have begun');
    await until(async () => places.taken + api.app.downloadPlaces.taken === 0, 'the places are free again');
  });

  test('of deposits ends with those that were there when it began', async () => {
    const shop = await api.merchant();
    const address = await makeAddress(api.db, shop, 'LTC');
    await receive(api.db, address, { minor: 1_000_000n, status: 'confirmed' });
    const text = depositText(api.db, { profileId: shop.profileId }, { timeZone: 'UTC', until: new Date() });
    await text.next();
    await receive(api.db, address, { minor: 2_000_000n, status: 'confirmed' });
    let lines = '';
    for await (const piece of text) lines += piece;
    expect(await depositsAt(api.db, address.id)).toHaveLength(2);
    expect(lines.trim().split('\n')).toHaveLength(1);
  });

  test('has a few places for one merchant, and leaves some for others', async () => {
    const [shop, other] = [await api.merchant(), await api.merchant()];
    const [browser, calm] = [await signInAs(api, shop.user), await signInAs(api, other.user)];
    const held = [1, 2, 3, 4, 5, 6].map(() => ask(browser, '/spa/lines'));
    await until(async () => api.app.downloadPlaces.taken === 6, 'six downloads have begun');
    const refused = await browser({ url: '/spa/lines' });
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
    ask(calm, '/spa/lines');
    await until(async () => api.app.downloadPlaces.taken === 7, 'another merchant has a place');
    for (const socket of [...held, ...sockets]) socket.destroy();
    await until(async () => api.app.downloadPlaces.taken === 0, 'all places are free again');
  });
});
