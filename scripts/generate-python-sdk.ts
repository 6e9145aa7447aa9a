// Writes the generated part of the Python SDK: its types, by datamodel-code-generator, and its client without `await`.
// With `--check` it only tells which files are not current, and fails. `node scripts/generate.ts` runs it where its
// tools are in the cache; `packages/python/sdk.test.ts` installs and checks.
import '../db/core/require-node.ts';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { NEWEST_VERSION } from '../domain/versions/api-versions.ts';
import { openApiFile } from '../domain/versions/documents.ts';
import { startProcess } from './process/managed.ts';
import { say } from './progress.ts';
import { type ApiDocument, pythonSchemas } from './python-sdk/document.ts';
import { withoutAwait } from './python-sdk/without-await.ts';
import { isFound } from './toolchain/found.ts';
import { ensurePythonForSdk } from './toolchain/python-sdk.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'packages/python/src/tidegate');
const HEADER = `# Generated from docs/${openApiFile(NEWEST_VERSION)} by \`node scripts/generate-python-sdk.ts\`.`;
const OR_NONE = ' | None,';
const python = await ensurePythonForSdk();
if (!isFound(python)) throw new Error(python.missing);
const bin = dirname(python.path);
const folder = mkdtempSync(join(tmpdir(), 'tidegate-python-'));
try {
  writeFileSync(join(folder, 'types.py'), await types());
  mkdirSync(join(folder, '_sync'));
  for (const path of globSync('_async/*.py', { cwd: target })) {
    const made = withoutAwait(readFileSync(join(target, path), 'utf8'));
    const note = made === '' ? '' : `# Generated from ${path} by \`node scripts/generate-python-sdk.ts\`.\n`;
    writeFileSync(join(folder, '_sync', basename(path)), note + made);
  }
  const settings = join(root, 'packages/python/pyproject.toml');
  await run('ruff', ['check', '--quiet', '--config', settings, '--fix-only', '--select', 'I,F401', folder]);
  await run('ruff', ['format', '--quiet', '--config', settings, folder]);
  const current = globSync('{types.py,_sync/*.py}', { cwd: folder }).sort().map(bringUpToDate);
  process.exitCode = current.every(Boolean) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function bringUpToDate(name: string): boolean {
  const [made, path] = [readFileSync(join(folder, name), 'utf8'), join(target, name)];
  if (existsSync(path) && readFileSync(path, 'utf8') === made) return true;
  if (process.argv.includes('--check')) {
    say(`${name} is out of date: run \`node scripts/generate-python-sdk.ts\` and commit it.`);
    return false;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made);
  say(`Wrote ${name}.`);
  return true;
}

async function types(): Promise<string> {
  const document = JSON.parse(readFileSync(join(root, 'docs', openApiFile(NEWEST_VERSION)), 'utf8')) as ApiDocument;
  const input = join(folder, 'input.json');
  const output = join(folder, 'output.py');
  const info = { title: 'Tidegate', version: '1' };
  const schemas = pythonSchemas(document);
  writeFileSync(input, JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas } }));
  await run('datamodel-codegen', [
    '--input',
    input,
    '--input-file-type',
    'openapi',
    '--output',
    output,
    '--disable-timestamp',
    '--output-model-type',
    'typing.TypedDict',
    '--no-use-closed-typed-dict',
    '--target-python-version',
    '3.10',
    '--enum-field-as-literal',
    'all',
    '--use-schema-description',
    '--use-field-description',
    '--formatters',
    'builtin',
    '--custom-file-header',
    HEADER,
  ]);
  const made = forOldPython(readFileSync(output, 'utf8'));
  rmSync(output);
  rmSync(input);
  return made;
}

/** Python 3.9 evaluates aliases and fields named like `from`, and knows no `|` of types there. */
function forOldPython(source: string): string {
  return source
    .replace(', TypeAlias', ', Union')
    .replace('import NotRequired', 'import NotRequired, TypeAlias')
    .split(/\n(?=[^\s)])/)
    .map((statement) => {
      const [name, alias = ''] = statement.split(': TypeAlias = ');
      const members = alias.includes('[') ? [] : alias.replaceAll(/[()\s]/g, '').split('|');
      return members.length > 1 ? `${name}: TypeAlias = Union[${members.join(', ')}]\n` : statement;
    })
    .join('\n')
    .split('\n')
    .map((line) => {
      const [field = '', type = ''] = line.split(': ');
      const isField = /^["']\w+["']$/.test(field.trim()) && type.endsWith(OR_NONE);
      return isField ? `${field}: Union[${type.slice(0, -OR_NONE.length)}, None],` : line;
    })
    .join('\n');
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const step = await startProcess({ name: program, command: join(bin, program), args, cwd: folder });
  const { code } = await step.exited;
  if (code !== 0) throw new Error(`${program} failed:\n${step.logTail()}`);
}
