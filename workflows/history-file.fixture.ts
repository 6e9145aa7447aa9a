import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

const folder = join(import.meta.dirname, 'histories');
const root = join(import.meta.dirname, '..', '/');

/**
 * Stores a history for workflows/histories.test.ts, without the folder of this machine, which stack traces name. An
 * existing file represents runs that are still alive somewhere, so it is never recorded again.
 */
export function writeHistory(name: string, history: Parameters<typeof historyToJSON>[0]): void {
  const path = join(folder, `${name}.history.json`);
  if (existsSync(path)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${historyToJSON(history).replaceAll(root, '')}\n`);
}
