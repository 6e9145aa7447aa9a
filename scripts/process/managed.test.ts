import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identify, isStillRunning } from './identity.ts';
import { startProcess } from './managed.ts';

const node = process.execPath;

test('a process that ends before it is ready is reported with its last words', async () => {
  const start = startProcess({
    name: 'the clock',
    command: node,
    args: ['-e', 'console.error("no spring"); process.exit(3)'],
    ready: async () => false,
  });
  await expect(start).rejects.toThrow('the clock ended with code 3 before it was ready. Its last output:\nno spring');
});

test('a program that does not exist is reported by name', async () => {
  await expect(startProcess({ name: 'the clock', command: '/no/such/program', args: [] })).rejects.toThrow(
    'the clock could not be started',
  );
});

test('one that is not ready in time is stopped', async () => {
  let pid = 0;
  const start = startProcess({
    name: 'the clock',
    command: node,
    args: ['-e', 'console.log("pid", process.pid); setInterval(() => {}, 1000)'],
    onLine: (line) => {
      pid = Number(line.split(' ')[1]);
    },
    readyTimeoutMs: 1_000,
    ready: async () => false,
  });
  await expect(start).rejects.toThrow('was not ready within 1 s');
  expect(identify(pid)).toBeUndefined();
});

test('one that ignores the request to stop is ended by force, with its children, and may be stopped twice', async () => {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
  let child = 0;
  const running = await startProcess({
    name: 'the deaf',
    command: node,
    args: [
      '-e',
      `${deaf} console.log(require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}]).pid)`,
    ],
    stopTimeoutMs: 300,
    onLine: (line) => {
      child = Number(line);
    },
    ready: async () => child !== 0,
  });
  await Promise.all([running.stop(), running.stop()]);
  await running.stop();
  expect(identify(running.pid)).toBeUndefined();
  await expect.poll(() => identify(child)).toBeUndefined();
});

test('when we are killed, the guard ends what we started', async () => {
  const module = join(import.meta.dirname, 'managed.ts');
  const conductor = spawn(node, [
    '--input-type=module',
    '-e',
    `const { startProcess } = await import(${JSON.stringify(module)});
     const { pid } = await startProcess({ name: 'server', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] });
     console.log(pid);
     setInterval(() => {}, 1000);`,
  ]);
  const pid = await new Promise<number>((resolve) =>
    conductor.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk))),
  );
  const server = identify(pid);
  if (server === undefined) throw new Error('the server does not run');

  conductor.kill('SIGKILL');
  await expect.poll(() => isStillRunning(server)).toBe(false);
});
