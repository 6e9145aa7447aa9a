import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRunFolder } from '../testing/run-folder.ts';
import { checkSettings } from './check-settings.ts';
import { takeDataFolder } from './data-folder.ts';

let parent: ReturnType<typeof makeRunFolder>;
beforeEach(() => {
  parent = makeRunFolder();
});
afterEach(() => {
  vi.unstubAllEnvs();
  parent.remove();
});

async function check(): Promise<void> {
  const folder = await takeDataFolder(parent.path, { port: 8080 });
  if ('pid' in folder) throw new Error('The folder was taken.');
  try {
    checkSettings(folder, 8080);
  } finally {
    folder.release();
  }
}

test('the settings of a new folder are right', async () => {
  await expect(check()).resolves.toBeUndefined();
});

test('all wrong settings are named at once', async () => {
  vi.stubEnv('RATE_LIMIT_API_PER_MINUTE', 'many');
  vi.stubEnv('FOLLOWER_POLL_MS', '1');
  await expect(check()).rejects.toThrow(
    /RATE_LIMIT_API_PER_MINUTE[\s\S]*FOLLOWER_POLL_MS|FOLLOWER_POLL_MS[\s\S]*RATE_LIMIT/,
  );
});

test('a folder for backups that Postgres could not name is refused', async () => {
  vi.stubEnv('BACKUP_DIR', 'relative');
  await expect(check()).rejects.toThrow('BACKUP_DIR must be an absolute path');
});
