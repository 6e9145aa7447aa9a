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
 * The code of all workflows in one file, packed when their sources changed since the last time. The packing runs in a
 * process of its own: the packer's memory would otherwise stay with the worker for good.
 */
export async function bundleWorkflows(): Promise<WorkflowBundlePath> {
  const codePath = join(bundleFolder(), `workflows-${sourcesHash()}.js`);
  if (!existsSync(codePath)) {
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ownPath, codePath]);
  }
  return { codePath };
}

const ownPath = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Beside the packages, as other tools keep theirs; a read-only installation uses the system's folder. */
function bundleFolder(): string {
  for (const folder of [join(root, 'node_modules', '.cache', 'tidegate'), join(tmpdir(), 'tidegate-bundles')]) {
    try {
      mkdirSync(folder, { recursive: true });
      return folder;
    } catch {
      // Not writable: the next one.
    }
  }
  throw new Error('There is no folder to keep the packed workflows in.');
}

/** Everything that can end up in the bundle: workflows, the rules they import, the SDK, and how it is packed. */
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

/** Written beside and renamed: whoever reads finds a whole file or none. */
async function pack(codePath: string): Promise<void> {
  const quiet = { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} };
  const workflowsPath = join(root, 'workflows', 'all.ts');
  // Loaded once for each worker, and not again for every workflow. It may be, because no module of workflows or rules
  // keeps anything that belongs to one workflow; what they export is frozen.
  const preloadModules = [workflowsPath];
  const { code } = await bundleWorkflowCode({ workflowsPath, preloadModules, logger: quiet });
  const draft = `${codePath}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, codePath);
}

const [, entry, target] = process.argv;
if (entry !== undefined && target !== undefined && import.meta.url === pathToFileURL(entry).href) await pack(target);
