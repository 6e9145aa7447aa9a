import { Connection } from '@temporalio/client';
import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { acceptsConnections, freePort } from '../process/ports.ts';
import { type Found, isFound } from '../toolchain/found.ts';
import { ensureTemporal } from '../toolchain/temporal.ts';
import { searchAttributes } from './search-attributes.ts';
import { temporalSettings } from './temporal-settings.ts';

/** A Temporal development server of ours. */
export interface RunningTemporal extends RunningServer {
  /** `host:port` for clients and workers. */
  readonly address: string;
  readonly namespace: 'default';
  readonly uiUrl: string;
  /** Where the program came from. */
  readonly origin: string;
}

export interface TemporalOptions {
  /** Keeps workflows over restarts; in memory when absent. */
  readonly dbFile?: string;
  readonly port?: number;
  readonly uiPort?: number;
  /** Of its HTTP API, which has no password. */
  readonly httpPort?: number;
  readonly metricsPort?: number;
  readonly logFile?: string;
}

/**
 * Starts Temporal's development server with its Web UI, on 127.0.0.1, with the project's search attributes registered.
 *
 * @throws Error when the program is not to be had, or with its last log lines when it does not get ready.
 */
export async function startTemporal(options: TemporalOptions = {}): Promise<RunningTemporal> {
  const program = await temporalProgram();
  const port = options.port ?? (await freePort());
  const uiPort = options.uiPort ?? (await freePort());
  const httpPort = options.httpPort ?? (await freePort());
  const metricsPort = options.metricsPort ?? (await freePort());
  const address = `127.0.0.1:${port}`;
  const server = await startProcess({
    name: 'Temporal',
    command: program.path,
    args: serverArguments({ port, uiPort, httpPort, metricsPort, dbFile: options.dbFile }),
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 10_000,
    // A gRPC client that is refused once waits a second; a plain connection tells sooner when to begin.
    ready: async () => (await acceptsConnections(port)) && (await servesNamespace(address)),
    logFile: options.logFile,
  });
  return {
    ...running(server),
    address,
    namespace: 'default',
    uiUrl: `http://localhost:${uiPort}`,
    origin: program.origin,
  };
}

/**
 * A commit is in the write-ahead log, which outlives a killed process, and the disk is waited for at checkpoints only:
 * more than twice as many workflows per second. A machine that loses power may lose the last moments, as no server for
 * development is asked to keep them.
 */
const SYNC_AT_CHECKPOINTS = ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=normal'];

interface ServerPorts {
  readonly port: number;
  readonly uiPort: number;
  readonly httpPort: number;
  readonly metricsPort: number;
}

function serverArguments(options: ServerPorts & { readonly dbFile: string | undefined }): string[] {
  return [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--log-level',
    'error',
    '--port',
    String(options.port),
    '--ui-port',
    String(options.uiPort),
    '--http-port',
    String(options.httpPort),
    '--metrics-port',
    String(options.metricsPort),
    ...(options.dbFile === undefined ? [] : ['--db-filename', options.dbFile, ...SYNC_AT_CHECKPOINTS]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
    ...Object.entries(temporalSettings).flatMap(([name, value]) => ['--dynamic-config-value', `${name}=${value}`]),
  ];
}

/** The program of the development server. @throws Error that says what to do when it is not to be had */
export async function temporalProgram(): Promise<Found> {
  const program = await ensureTemporal();
  if (!isFound(program)) throw new Error(program.missing);
  return program;
}

async function servesNamespace(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '2 seconds' });
  try {
    await connection.withDeadline(Date.now() + 2_000, () =>
      connection.workflowService.describeNamespace({ namespace: 'default' }),
    );
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
    return Object.keys(searchAttributes).every((name) => name in (customAttributes ?? {}));
  } finally {
    await connection.close();
  }
}
