import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NEWEST_VERSION } from '../domain/versions/api-versions.ts';
import { openApiFile } from '../domain/versions/documents.ts';
import { startProcess } from '../scripts/process/managed.ts';
import { freePort } from '../scripts/process/ports.ts';
import { noteServer } from '../scripts/testing/report.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { ensurePrism, findPrism } from '../scripts/toolchain/prism.ts';

const file = join(import.meta.dirname, '../docs', openApiFile(NEWEST_VERSION));
const prism = process.env.CI ? await ensurePrism() : await findPrism();
noteServer({ name: 'prism', ...(isFound(prism) ? { origin: prism.origin } : prism) });

/** Why the tests against Prism cannot run here; undefined where they can. */
export const whyNoPrism = isFound(prism) ? undefined : prism.missing;

/** The requests that a mock of the gateway received. */
export interface PrismRecord {
  /** The `operationId` of each call, sorted, each once; of a path that the document does not have, the path. */
  readonly operations: readonly string[];
  /** Each reason, in words, why the document does not allow a request. */
  readonly violations: readonly string[];
}

/** A gateway that is nothing but the public document: it refuses what the document does not allow, with a 4xx. */
export interface Prism {
  readonly url: string;
  /** Stops it. */
  close(): Promise<PrismRecord>;
}

export async function openPrism(): Promise<Prism> {
  if (!isFound(prism)) throw new Error(prism.missing);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const server = await startProcess({
    name: 'prism',
    command: prism.path,
    args: ['mock', '--errors', '--host', '127.0.0.1', '--port', String(port), file],
    onLine: (line) => void lines.push(stripVTControlCharacters(line)),
    ready: async () => (await fetch(url)).status > 0,
  });
  return {
    url,
    close: async () => {
      await server.stop();
      return recordOf(lines);
    },
  };
}

function recordOf(lines: readonly string[]): PrismRecord {
  const calls = lines.flatMap((line) => {
    const [, method, path] = /\[HTTP SERVER\] (\w+) (\S+) .*Request received/.exec(line) ?? [];
    return method === undefined || path === undefined || path === '/' ? [] : [operationOf(method, path)];
  });
  const violations = lines.flatMap((line) => /Violation: (.+)/.exec(line)?.[1] ?? []);
  return { operations: [...new Set(calls)].sort(), violations };
}

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Paths };

/** Every `operationId` of the public document, sorted. */
export const allOperations: readonly string[] = Object.values(paths)
  .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  .sort();

/** A path without parameters goes first: `/events/live` is no event. */
function operationOf(method: string, path: string): string {
  const known = Object.keys(paths).filter((each) => new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path));
  const best = known.sort((a, b) => a.split('{').length - b.split('{').length)[0];
  return (best === undefined ? undefined : paths[best]?.[method]?.operationId) ?? `${method} ${path}`;
}
