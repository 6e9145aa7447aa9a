import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openGuardedClient } from './guarded-request.ts';
import { listeningPorts } from './own-listeners.ts';
import { startReceiver } from './receiver.fixture.ts';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = once(child, 'close');
    // The whole group: the listener is a child of this child.
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
  }
});

const LISTENS = `
  require('node:http').createServer((_, answer) => answer.end('secret')).listen(0, '127.0.0.1', function () {
    process.stdout.write(String(this.address().port));
  });`;

/** A process that listens on a port that no setting names, and one in between. */
async function startListener(): Promise<{ readonly parent: number; readonly port: number }> {
  const listen = `['-e', ${JSON.stringify(LISTENS)}], { stdio: 'inherit' }`;
  const script = `require('node:child_process').spawn(process.execPath, ${listen})`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  children.push(child);
  const [port] = await once(child.stdout, 'data');
  return { parent: child.pid ?? 0, port: Number(port) };
}

describe.skipIf(process.platform !== 'linux')('ports that nobody listed', () => {
  test('are known by who listens', async () => {
    const { parent, port } = await startListener();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    expect([...(await listeningPorts(parent))]).toEqual([port]);
    other.close();
  });

  test('hazard 59: are reached by no webhook, also those opened later, and a shop beside them is', async () => {
    const shop = await startReceiver();
    const { parent, port } = await startListener();
    const client = openGuardedClient({ allowedNetworks: ['127.0.0.1/32'], ownProcess: parent });
    try {
      for (const host of ['127.0.0.1', 'localhost']) {
        const result = await client.post(`http://${host}:${port}/`, {}, '{}');
        expect(result).toMatchObject({ ok: false, error: 'refused_address' });
      }
      expect(await client.post(`http://127.0.0.1:${shop.port}/`, {}, '{}')).toMatchObject({ ok: true });
    } finally {
      await client.close();
      await shop.close();
    }
  });
});
