import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { explained, type ServerSettings, serverOptions } from '../../temporal/connection.ts';
import { searchAttributes } from './search-attributes.ts';
import { dropUnusedVisibilityIndexes } from './visibility-indexes.ts';

/** The numbers of Temporal's `IndexedValueType`. */
const indexedValueType = { Keyword: 2, Bool: 5, Datetime: 6 } as const;

/** The time that a new server may need to see its own namespace, with a wide margin. */
const PATIENCE_MS = 60_000;
const retryMs = 250;

/**
 * Makes a namespace and registers the project's search attributes in it. Both may be there already. Returns once both
 * can be used: a new server answers that there is no such namespace until its other processes have read it.
 *
 * @throws the server's last answer if that takes more than a minute
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  {
    explain = async (error) => error,
    patienceMs = PATIENCE_MS,
  }: { readonly explain?: (error: unknown) => Promise<unknown>; readonly patienceMs?: number } = {},
): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  for (;;) {
    try {
      if (await isPrepared(connection, namespace)) return;
    } catch (error) {
      const reason = await explain(error);
      // An error with a known explanation does not pass by itself.
      if (reason !== error || !isPassing(error) || Date.now() > deadlineMs) throw reason;
    }
    if (Date.now() > deadlineMs) throw new Error(`The namespace ${namespace} did not become visible within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

export interface PrepareOptions {
  /** Where the server keeps its list of workflows on a Postgres: what it indexes for nobody is dropped there. */
  readonly visibilityUrl?: string | undefined;
  readonly patienceMs?: number;
}

/**
 * {@link prepareNamespace} on a server that may still be starting.
 *
 * @throws Error that says what to do where it does not answer in time, or about TLS
 */
export async function prepareNamespaceAt(
  config: ServerSettings & { temporalNamespace: string },
  { visibilityUrl, patienceMs = PATIENCE_MS }: PrepareOptions = {},
): Promise<void> {
  const connection = Connection.lazy(serverOptions(config));
  const namespace = config.temporalNamespace;
  try {
    const explain = (error: unknown) => explained(error, config);
    // The client itself tries a call for some twenty seconds.
    const prepareIt = () => prepareNamespace(connection, namespace, { explain, patienceMs });
    await connection.withDeadline(Date.now() + patienceMs, prepareIt).catch((error: unknown) => {
      throw isUnanswered(error) ? unanswered(config, error) : error;
    });
    if (visibilityUrl !== undefined) await dropUnusedVisibilityIndexes(connection, { url: visibilityUrl, namespace });
  } finally {
    await connection.close();
  }
}

function isUnanswered(error: unknown): boolean {
  const code = codeOf(error);
  return code === grpcStatus.unavailable || code === grpcStatus.deadlineExceeded;
}

function unanswered({ temporalAddress }: ServerSettings, cause: unknown): Error {
  return new Error(`Temporal does not answer at ${temporalAddress}. Check TEMPORAL_ADDRESS.`, { cause });
}

/** Does what is still to be done, and says whether everything could be seen before. */
async function isPrepared(connection: Connection, namespace: string): Promise<boolean> {
  // First, because where only its owner may change a namespace, as in Temporal Cloud, this is all there is to do.
  if (await isUsable(connection, namespace)) return true;
  try {
    await prepare(connection, namespace);
  } catch (error) {
    throw isForbidden(error) ? new Error(makeItThere(namespace), { cause: error }) : error;
  }
  return false;
}

/** Asks for workflows by each attribute, as the programs will; by an ID too, so that the server need not look far. */
async function isUsable(connection: Connection, namespace: string): Promise<boolean> {
  // In quotes, because the server takes the name of one for a word of its language.
  const conditions = Object.keys(searchAttributes).map((name) => `\`${name}\` IS NOT NULL`);
  const query = `WorkflowId = 'none' AND (${conditions.join(' OR ')})`;
  try {
    await connection.workflowService.countWorkflowExecutions({ namespace, query });
    return true;
  } catch (error) {
    const { notFound, invalidArgument } = grpcStatus;
    if (codeOf(error) === notFound || codeOf(error) === invalidArgument) return false;
    throw error;
  }
}

async function prepare(connection: Connection, namespace: string): Promise<void> {
  await connection.workflowService
    .registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('3 days') })
    .catch(unlessAlreadyThere);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributes).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return;
  const types = Object.fromEntries(missing.map(([name, type]) => [name, indexedValueType[type]]));
  await connection.operatorService
    .addSearchAttributes({ namespace, searchAttributes: types })
    .catch(unlessAlreadyThere);
}

function makeItThere(namespace: string): string {
  const attributes = Object.entries(searchAttributes).map(([name, type]) => `${name} (${type})`);
  return (
    `This Temporal does not let us prepare namespaces. Make the namespace ${namespace} where you manage it, ` +
    `with these search attributes: ${attributes.join(', ')}.`
  );
}

const grpcStatus = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  unimplemented: 12,
  unavailable: 14,
} as const;

function isForbidden(error: unknown): boolean {
  const code = codeOf(error);
  return code === grpcStatus.permissionDenied || code === grpcStatus.unimplemented;
}

function unlessAlreadyThere(error: unknown): void {
  if (codeOf(error) !== grpcStatus.alreadyExists) throw error;
}

/** A server that starts, or that has not read the new namespace or its attributes yet. */
function isPassing(error: unknown): boolean {
  const { invalidArgument, deadlineExceeded, notFound, unavailable } = grpcStatus;
  const code = codeOf(error);
  return [invalidArgument, deadlineExceeded, notFound, unavailable].some((each) => each === code);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
