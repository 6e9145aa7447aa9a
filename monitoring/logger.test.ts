import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** Logs more than a pipe holds, then ends as the API does. */
const programOf = (lines: number) => `
  const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
  const { logger, close } = createLogger({ level: 'info', service: 'api' });
  process.once('SIGTERM', async () => {
    for (let n = 0; n < ${lines}; n += 1) logger.info({ n }, 'a line that nobody reads');
    await close();
    process.exit(7);
  });
  setInterval(() => {}, 1_000);
  process.stdout.write('ready');`;
const program = programOf(20_000);

test.each(['nobody reads', 'is closed'])('a process whose log %s still ends', async (how) => {
  const options = ['--input-type=module', '--eval', program];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    if (how === 'is closed') child.stdout.destroy();
    else child.stdout.pause();
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
    child.kill('SIGTERM');
    expect(await exit).toEqual([7, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a process whose log takes long to close ends as it should', async () => {
  const slow = `
    const { default: fs } = await import('node:fs');
    const { fsync } = fs;
    fs.fsync = (fd, done) => setTimeout(() => fsync(fd, done), 1_200);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', slow + program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const exit = once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
    child.stdout.resume();
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await exit).toEqual([7, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a process that ends writes its last line', async () => {
  // Still more than a pipe holds, and little enough for a busy reader: the end of a process waits for a while only.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(2_000)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let log = '';
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await once(child, 'close', { signal: AbortSignal.timeout(30_000) });
    expect(log.trimEnd().split('\n').at(-1)).toContain('"n":1999');
  } finally {
    child.kill('SIGKILL');
  }
});

test('trouble that repeats is counted; lines of requests, which are found by their id, are all written', async () => {
  const repeating = `
    const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
    const { logger, announce, close } = createLogger({ level: 'warn', service: 'worker' });
    const refused = (port) => new Error('connect ECONNREFUSED 127.0.0.1:' + port);
    for (let n = 0; n < 500; n += 1) logger.warn({ err: refused(n), topic: 'mail.send' }, 'the relay failed');
    for (let n = 0; n < 3; n += 1) logger.child({ reqId: 'r' + n }).error({ err: refused(n) }, 'request failed');
    announce('worker ready');
    console.warn('Printed by %s', 'a library', { attempt: 1 });
    await close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', repeating], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await once(child, 'close', { signal: AbortSignal.timeout(30_000) });
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ level, msg, repeated, reqId }) => ({ level, msg, repeated, reqId }))).toEqual([
    { level: 'warn', msg: 'the relay failed' },
    ...['r0', 'r1', 'r2'].map((reqId) => ({ level: 'error', msg: 'request failed', reqId })),
    // Announced whatever the level is.
    { level: 'info', msg: 'worker ready' },
    { level: 'warn', msg: 'Printed by a library { attempt: 1 }' },
    { level: 'warn', msg: 'the relay failed', repeated: 499 },
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ service: 'worker', time: expect.stringMatching(/^\d{4}-.*Z$/) });
});
