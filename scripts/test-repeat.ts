// `npm run test:repeat -- <file> -n 20 --busy`: runs a test file again and again, while the processors are kept busy,
// to find tests that pass only now and then. `--minutes 30` bounds the time. CI's second try does not count here.
import '../db/core/require-node.ts';
import { join } from 'node:path';
import { say, seconds } from './progress.ts';
import { keepBusy, repeat, repeatedInWords, repetitionFrom } from './test/repeat.ts';
import { stopOnSignals } from './test/stop-on-signals.ts';
import { runSuites } from './test/suites.ts';
import { makeRunFolder } from './testing/run-folder.ts';

const repetition = readArguments();
stopOnSignals();
const startedMs = Date.now();
const folder = makeRunFolder();
process.on('exit', () => folder.remove());
const signal = AbortSignal.timeout(repetition.minutes * 60_000);
const relax = repetition.busy ? await keepBusy() : undefined;
const outcome = await repeat(repetition.times, signal, (nth) =>
  runSuites(
    {
      root: process.cwd(),
      projects: [],
      filters: repetition.files,
      env: { CI: '' },
      folder: folder.path,
      notesFile: join(folder.path, 'servers.jsonl'),
      signal,
    },
    `${nth}/${repetition.times} | `,
  ),
);
await relax?.();
say(`\nTook ${seconds(Date.now() - startedMs)}.`);
say(repeatedInWords(repetition, outcome));
process.exit(outcome.passed === repetition.times ? 0 : 1);

function readArguments() {
  try {
    return repetitionFrom(process.argv.slice(2));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(64);
  }
}
