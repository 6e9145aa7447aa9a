import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from '../../scripts/process/managed.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureClientGenerator, findClientGenerator } from '../../scripts/toolchain/openapi-python-client.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'docs/openapi.public.json');
const python = process.env.CI ? await ensureClientGenerator() : await findClientGenerator();
noteServer({ name: 'openapi-python-client', ...(isFound(python) ? { origin: python.origin } : python) });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-generated-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems that tsc finds with the settings of a strict shop. */
function problemsOf(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const found = ts.getPreEmitDiagnostics(program);
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('openapi-typescript makes types that a shop can use', async () => {
  const types = astToString(await openapiTS(new URL(`file://${file}`)));
  writeFileSync(join(folder, 'types.ts'), types);
  const use = join(folder, 'use.ts');
  writeFileSync(
    use,
    `import type { components } from './types';
     type Schemas = components['schemas'];
     export function handle(event: Schemas['Event']): string | null {
       if (event.type === 'invoice.done') return event.data.reference;
       if (event.type === 'payout.error') return event.data.status_reason;
       return null;
     }
     export const order: Schemas['CreateInvoice'] = { amount: '49.90', currency: 'EUR' };
     // @ts-expect-error an amount is no number
     export const wrong: Schemas['CreateInvoice'] = { amount: 49.9, currency: 'EUR' };
     // @ts-expect-error no such type
     export const lost: Schemas['Event']['type'] = 'invoice.lost';\n`,
  );
  expect(problemsOf([use])).toEqual([]);
  expect(types.split('\n').length).toBeLessThan(9_000);
});

test('@hey-api/openapi-ts makes a client that compiles', async () => {
  const output = join(folder, 'hey');
  await createClient({
    input: file,
    output,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  const use = join(folder, 'use-hey.ts');
  writeFileSync(
    use,
    `import { createInvoice, listEvents } from './hey';
     export async function pay(): Promise<string | undefined> {
       const { data } = await createInvoice({ body: { amount: '49.90', currency: 'EUR' } });
       const events = await listEvents({ query: { limit: 10 } });
       return events.data?.next ?? data?.data.checkout_url;
     }\n`,
  );
  expect(problemsOf([use])).toEqual([]);
});

test.skipIf(!isFound(python))('openapi-python-client makes a package that compiles', async () => {
  if (!isFound(python)) throw new Error(python.missing);
  const output = join(folder, 'python');
  const made = await startProcess({
    name: 'openapi-python-client',
    command: python.path,
    args: ['generate', '--path', file, '--output-path', output, '--meta', 'none', '--fail-on-warning'],
    cwd: folder,
    // It formats what it made with a program of the same folder.
    env: { ...process.env, PATH: `${dirname(python.path)}${delimiter}${process.env.PATH}` },
  });
  expect((await made.exited).code, made.logTail()).toBe(0);
  const compiled = await startProcess({
    name: 'compileall',
    command: join(dirname(python.path), 'python'),
    args: ['-m', 'compileall', '-q', output],
  });
  expect((await compiled.exited).code, compiled.logTail()).toBe(0);
});
