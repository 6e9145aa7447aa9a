// Checks the workflow files of hosted CI with actionlint. It is built only under CI; without it, this says so and ends
// well.
import '../db/core/require-node.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { say } from './progress.ts';
import { ensureActionlint, findActionlint } from './toolchain/actionlint.ts';
import { isFound } from './toolchain/found.ts';

const program = process.env.CI ? await ensureActionlint() : findActionlint();
if (!isFound(program)) {
  say(program.missing);
  process.exit(process.env.CI ? 1 : 0);
}
// Shell and Python of the steps are not looked at by other programs, which only some machines have.
const { status, stdout, stderr } = spawnSync(program.path, ['-no-color', '-shellcheck=', '-pyflakes='], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
});
say(`${stdout}${stderr}`.trimEnd());
process.exit(status ?? 1);
