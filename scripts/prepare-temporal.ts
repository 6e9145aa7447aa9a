// `npm run prepare-temporal`: makes the namespace and the search attributes in a Temporal server of one's own; `npm
// start` does it for its own. Repeatable; waits up to a minute for a server that is still starting. `npm run
// prepare-temporal -- --visibility postgres://…` also drops the indexes of its list of workflows that nobody uses.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { loadTemporalConfig } from '../settings/load.ts';
import { say } from './progress.ts';
import { prepareNamespaceAt } from './services/temporal-namespace.ts';

try {
  const { values } = parseArgs({ options: { visibility: { type: 'string' } } });
  const config = loadTemporalConfig(process.env);
  say(`Preparing the namespace ${config.temporalNamespace} at ${config.temporalAddress}…`);
  await prepareNamespaceAt(config, { visibilityUrl: values.visibility });
  say(`The namespace ${config.temporalNamespace} at ${config.temporalAddress} is ready.`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
