import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookHeaders } from '../../activities/webhooks/signer.ts';
import { startTestApi, type TestApi } from '../../api/testing/server.fixture.ts';
import { freePort } from '../../scripts/process/ports.ts';
import { until } from '../../scripts/testing/until.ts';
import { SNIPPETS } from './snippets.ts';

let api: TestApi;
let origin: string;
let folder: string;

beforeAll(async () => {
  api = await startTestApi();
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'tidegate-snippets-'));
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const codeOf = (id: string) => (SNIPPETS.find((each) => each.id === id)?.code ?? '').replaceAll('__ORIGIN__', origin);

test('the code of /developers runs as printed: an invoice is created, and paid in the sandbox', async () => {
  const { token } = await api.merchant();
  const env = { ...process.env, KEY: token.key, SECRET: token.secret };
  const script = `set -eu\n${codeOf('create')}\n${codeOf('pay')}\n`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
  const [, id = ''] = /\/invoice\/([0-9a-f-]{36})\n/.exec(stdout) ?? [];
  const { json } = await api.call({ url: `/api/v1/invoices/${id}`, as: token });
  expect(json.data).toMatchObject({ reference: 'order-1001', currency: 'EUR' });
  expect(stdout.match(/"data":/g)).toHaveLength(2);
});

test('the server of /developers takes a genuine webhook, refuses a forged one and an old one, and outlives a sender that hangs up', async () => {
  const { notificationKey } = await api.merchant();
  const port = await freePort();
  const file = join(folder, 'hook.mjs');
  await writeFile(file, codeOf('verify'));
  const server = spawn(process.execPath, [file], {
    env: { ...process.env, NOTIFICATION_KEY: notificationKey, PORT: String(port) },
  });
  let printed = '';
  server.stdout.on('data', (part) => {
    printed += String(part);
  });
  const send = (headers: Record<string, string>, body: string) =>
    fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => 0,
    );
  const body = JSON.stringify({ type: 'invoice.done', data: { reference: 'order-1001', paid: true } });
  const signed = (atMs: number) =>
    webhookHeaders({ id: 'hook-1', timestampSeconds: Math.floor(atMs / 1000), body }, [notificationKey]);
  try {
    await until(async () => (await send({}, body)) === 400, 'the server answers');
    expect(await send(signed(Date.now()), body)).toBe(204);
    await until(async () => printed === 'invoice.done order-1001 ship it\n', 'the event is printed');
    expect(await send(signed(Date.now()), body.replace('true', 'false'))).toBe(400);
    expect(await send(signed(Date.now() - 600_000), body)).toBe(400);
    const hangsUp = connect(port, '127.0.0.1');
    hangsUp.end('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{');
    await once(hangsUp.resume(), 'close');
    expect(await send(signed(Date.now()), body)).toBe(204);
  } finally {
    server.kill();
  }
});
