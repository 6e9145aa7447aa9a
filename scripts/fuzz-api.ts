// `npm run test:api-fuzz`: tries every call of the API with made-up data. `-- --seconds 600 --seed 7` says how long and
// from which seed.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { say, seconds } from './progress.ts';
import { fuzzApi } from './testing/api-fuzz.ts';
import { startProduct } from './testing/product.ts';
import { isFound } from './toolchain/found.ts';
import { ensureSchemathesis } from './toolchain/schemathesis.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '300' }, seed: { type: 'string' } } });
process.exitCode = (await run()) ? 0 : 1;

async function run(): Promise<boolean> {
  const program = await ensureSchemathesis();
  if (!isFound(program)) {
    say(program.missing);
    return false;
  }
  say('Starting the product…');
  const startedMs = Date.now();
  const product = await startProduct();
  try {
    const { passed } = await fuzzApi({
      program: program.path,
      product: product.started,
      seconds: Number(values.seconds),
      seed: values.seed === undefined ? undefined : Number(values.seed),
      onLine: say,
    });
    say(`${passed ? 'Passed' : 'Failed'} after ${seconds(Date.now() - startedMs)}.`);
    return passed;
  } finally {
    await product.stop();
  }
}
