import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { expect, test } from 'vitest';
import { API_VERSIONS } from '../../domain/versions/api-versions.ts';
import { asyncApiFile } from '../../domain/versions/documents.ts';

test.each(API_VERSIONS)('the AsyncAPI document of %s is valid, without a warning', async (version) => {
  const source = readFileSync(join(import.meta.dirname, '../../docs', asyncApiFile(version)), 'utf8');
  const { document, diagnostics } = await new Parser().parse(source);
  expect(diagnostics.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
  const channels = document?.channels().all() ?? [];
  expect(channels.map((channel) => [channel.id(), channel.messages().all().length])).toEqual([
    ['webhooks', 10],
    ['live', 10],
    ['bus', 1],
  ]);
});
