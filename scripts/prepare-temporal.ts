// Makes the namespace and the search attributes in a Temporal server of one's own; `npm start` does it for its own.
// Repeatable.
import { Connection } from '@temporalio/client';
import { readConfig } from '../domain/config.ts';
import { say } from './progress.ts';
import { prepareNamespace } from './services/temporal-namespace.ts';

const { temporalAddress, temporalNamespace } = readConfig(process.env);
const connection = await Connection.connect({ address: temporalAddress });
try {
  await prepareNamespace(connection, temporalNamespace);
  say(`The namespace ${temporalNamespace} is ready.`);
} finally {
  await connection.close();
}
