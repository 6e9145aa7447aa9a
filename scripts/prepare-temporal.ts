// Makes the namespace and the search attributes in a Temporal server of one's own; `npm start` does it for its own.
// Repeatable; waits up to a minute for a server that is still starting.
import { readConfig } from '../domain/config.ts';
import { say } from './progress.ts';
import { prepareNamespaceAt } from './services/temporal-namespace.ts';

const { temporalAddress, temporalNamespace } = readConfig(process.env);
await prepareNamespaceAt(temporalAddress, temporalNamespace);
say(`The namespace ${temporalNamespace} is ready.`);
