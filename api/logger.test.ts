import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** Logs more than a pipe holds, then ends as the API does. */
const program = `
  const { createLogger } = await import(${JSON.stringify(new URL('./logger.ts', import.meta.url).href)});
  const { logger, close } = createLogger('info');
  process.once('SIGTERM', async () => {
    for (let n = 0; n < 20_000; n += 1) logger.info({ n }, 'a line that nobody reads');
    await close();
    process.exit(7);
  });
  setInterval(() => {}, 1_000);
  process.stdout.write('ready');`;

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

test('a process that ends writes its last line', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
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
    expect(log.trimEnd().split('\n').at(-1)).toContain('"n":19999');
  } finally {
    child.kill('SIGKILL');
  }
});
