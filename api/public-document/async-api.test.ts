import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { expect, test } from 'vitest';

test('docs/asyncapi.json is valid AsyncAPI, without a warning', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../docs/asyncapi.json'), 'utf8');
  const { document, diagnostics } = await new Parser().parse(source);
  expect(diagnostics.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  const channels = document?.channels().all() ?? [];
  expect(channels.map((channel) => [channel.id(), channel.messages().all().length])).toEqual([
    ['webhooks', 8],
    ['live', 8],
    ['bus', 1],
  ]);
});
