import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { reachedPorts } from './own-ports.fixture.ts';

const started = inject('product');
const { dataDir } = inject('productServers');

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as Content;
}

test('hazard 59: a webhook reaches no port that anything of npm start listens on', async () => {
  const named = [...Object.values(read<Record<string, number>>('ports.json')), Number(new URL(started.url).port)];
  expect(await reachedPorts(started, { below: read<{ pid: number }>('lock.json').pid, named })).toEqual([]);
});
