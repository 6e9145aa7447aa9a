import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleWorkflowCode, type WorkflowBundlePath } from '@temporalio/worker';

/**
 * Bundles the code of all workflows into one file if their sources have changed. The bundler runs in its own process,
 * because its memory would otherwise stay allocated in the worker.
 */
export async function bundleWorkflows({
  versioned = false,
}: {
  /** For workers with a build ID; Temporal refuses what those say about versions from any other worker. */
  readonly versioned?: boolean;
} = {}): Promise<WorkflowBundlePath> {
  const name = versioned ? 'all-versioned' : 'all';
  const codePath = join(bundleFolder(), `workflows-${sourcesHash()}-${name}.js`);
  if (!existsSync(codePath)) {
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ownPath, codePath, name]);
  }
  return { codePath };
}

const ownPath = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** A cache folder in node_modules, like those of other tools; read-only installations use the system's folder. */
function bundleFolder(): string {
  for (const folder of [join(root, 'node_modules', '.cache', 'tidegate'), join(tmpdir(), 'tidegate-bundles')]) {
    try {
      mkdirSync(folder, { recursive: true });
      return folder;
    } catch {
      // Not writable: try the next folder.
    }
  }
  throw new Error('There is no folder to keep the packed workflows in.');
}

/** Everything that affects the bundle: workflows, the rules that they import, the SDK, and this file. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  const { version } = createRequire(import.meta.url)('@temporalio/workflow/package.json') as { version: string };
  hash.update(version).update(readFileSync(ownPath));
  for (const folder of ['workflows', 'domain']) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
      .sort();
    for (const file of files) hash.update(`${folder}/${file}\0`).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest('hex').slice(0, 20);
}

/** Writes a temporary file and renames it, so that readers never see an incomplete file. */
async function pack(codePath: string, name: string): Promise<void> {
  const quiet = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  const workflowsPath = join(root, 'workflows', `${name}.ts`);
  // Loaded once per worker instead of once per workflow. This is safe because no module of workflows or rules keeps the
  // state of a workflow; their exports are frozen.
  const preloadModules = [workflowsPath];
  const workflowInterceptorModules = [join(root, 'workflows', 'tracing.ts')];
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules,
    preloadModules,
    logger: quiet,
  });
  const draft = `${codePath}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, codePath);
}

const [, entry, target, which] = process.argv;
if (entry !== undefined && target !== undefined && which !== undefined && import.meta.url === pathToFileURL(entry).href)
  await pack(target, which);
