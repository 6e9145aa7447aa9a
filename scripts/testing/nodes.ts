import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  type RunningLitecoind,
  type RunningNode,
  startAnvil,
  startBchd,
  startBtcd,
  startLitecoind,
} from '../services/chain-nodes.ts';
import { type DovecotOptions, type RunningDovecot, startDovecot } from '../services/dovecot.ts';
import { type RunningRabbitMq, startRabbitMq } from '../services/rabbitmq.ts';
import { ensureAnvil, ensureBchd, ensureBtcd, ensureLitecoind } from '../toolchain/chain-nodes.ts';
import { ensureDovecot } from '../toolchain/dovecot.ts';
import { type Found, isFound, type Missing } from '../toolchain/found.ts';
import { ensureRabbitMq } from '../toolchain/rabbitmq.ts';
import { noteServer } from './report.ts';
import { makeRunFolder } from './run-folder.ts';

/**
 * A server that one test file starts for itself. Call the function at the top of the file (or of a `describe`) and read
 * the server inside tests: `const litecoin = useLitecoind(); test('…', async () => { litecoin().url … })`.
 *
 * Where the program is missing its tests are skipped with the reason, or fail under `CI`. A set-up of one's own belongs
 * in `prepare`, which runs once after the start and only if there is a server.
 */
export type UsedServer<Server> = () => Server;

interface UseOptions<Server> {
  readonly prepare?: (server: Server) => Promise<void>;
}

/** Litecoin Core on regtest. */
export function useLitecoind(
  options: UseOptions<RunningLitecoind> & { args?: readonly string[] } = {},
): UsedServer<RunningLitecoind> {
  return useServer({
    name: 'litecoind',
    ensure: ensureLitecoind,
    start: (dataDir) => startLitecoind({ dataDir, args: options.args ?? [] }),
    ...options,
  });
}

/** btcd on regtest; blocks pay to `miningAddress`. */
export function useBtcd(options: UseOptions<RunningNode> & { miningAddress?: string } = {}): UsedServer<RunningNode> {
  const mining = options.miningAddress === undefined ? {} : { miningAddress: options.miningAddress };
  return useServer({
    name: 'btcd',
    ensure: ensureBtcd,
    start: (dataDir) => startBtcd({ dataDir, ...mining }),
    ...options,
  });
}

/** bchd on regtest; blocks pay to `miningAddress`. */
export function useBchd(options: UseOptions<RunningNode> & { miningAddress?: string } = {}): UsedServer<RunningNode> {
  const mining = options.miningAddress === undefined ? {} : { miningAddress: options.miningAddress };
  return useServer({
    name: 'bchd',
    ensure: ensureBchd,
    start: (dataDir) => startBchd({ dataDir, ...mining }),
    ...options,
  });
}

/** anvil, an Ethereum chain in memory. */
export function useAnvil(
  options: UseOptions<RunningNode> & { args?: readonly string[] } = {},
): UsedServer<RunningNode> {
  return useServer({
    name: 'anvil',
    ensure: ensureAnvil,
    start: () => startAnvil({ args: options.args ?? [] }),
    ...options,
  });
}

/** RabbitMQ with a node name and ports of its own. */
export function useRabbitMq(options: UseOptions<RunningRabbitMq> = {}): UsedServer<RunningRabbitMq> {
  return useServer({
    name: 'RabbitMQ',
    ensure: ensureRabbitMq,
    start: (dataDir) => startRabbitMq({ dataDir }),
    ...options,
  });
}

/** Dovecot with the mailboxes of everybody who knows the password. */
export function useDovecot({
  password,
  certificate,
  ...options
}: UseOptions<RunningDovecot> & Omit<DovecotOptions, 'dataDir'>): UsedServer<RunningDovecot> {
  return useServer({
    name: 'dovecot',
    ensure: ensureDovecot,
    start: (dataDir) => startDovecot({ dataDir, password, certificate }),
    ...options,
  });
}

/** A program that the tests of a file run: they are skipped where it is missing, or fail under `CI`. */
export function useProgram(name: string, find: () => Promise<Found | Missing>): UsedServer<Found> {
  const start = async () => {
    const program = await find();
    if (!isFound(program)) throw new Error(program.missing);
    return { ...program, stop: async () => {} };
  };
  return useServer({ name, ensure: find, start });
}

interface ServerKind<Server> extends UseOptions<Server> {
  readonly name: string;
  readonly ensure: () => Promise<Found | Missing>;
  readonly start: (dataDir: string) => Promise<Server>;
}

function useServer<Server extends { stop(): Promise<void> }>(kind: ServerKind<Server>): UsedServer<Server> {
  let server: Server | undefined;
  let missing: string | undefined;
  let folder: ReturnType<typeof makeRunFolder> | undefined;

  beforeAll(async () => {
    const program = await kind.ensure();
    if (!isFound(program)) {
      noteServer({ name: kind.name, missing: program.missing });
      if (process.env.CI) throw new Error(program.missing);
      missing = program.missing;
      return;
    }
    noteServer({ name: kind.name, origin: program.origin });
    folder = makeRunFolder();
    server = await kind.start(folder.path);
    await kind.prepare?.(server);
  });
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });
  afterAll(async () => {
    await server?.stop();
    folder?.remove();
  });
  return () => {
    if (server === undefined) throw new Error(`${kind.name} is not running: ${missing ?? 'it starts in beforeAll'}`);
    return server;
  };
}
