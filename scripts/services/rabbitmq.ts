import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ManagedProcess, type RunningServer, running, startProcess } from '../process/managed.ts';
import { acceptsConnections, freePort } from '../process/ports.ts';
import { findProgram, isFound } from '../toolchain/found.ts';
import { ensureRabbitMq } from '../toolchain/rabbitmq.ts';
import { runAs, unprivileged } from './drop-privileges.ts';

/** A RabbitMQ broker of ours. */
export interface RunningRabbitMq extends RunningServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
}

export interface RabbitMqOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly distributionPort?: number;
  /** Of its port mapper. */
  readonly epmdPort?: number;
  readonly logFile?: string;
}

/**
 * Starts a broker on 127.0.0.1 with its own data, node name, cookie and port mapper (epmd), so that it neither meets
 * nor leaves anything of another RabbitMQ on the machine.
 *
 * @throws Error when it is not installed, or with its last log lines when it does not get ready.
 */
export async function startRabbitMq(options: RabbitMqOptions): Promise<RunningRabbitMq> {
  const program = await ensureRabbitMq();
  if (!isFound(program)) throw new Error(program.missing);
  const epmd = findProgram(['epmd']);
  if (epmd === undefined) throw new Error('epmd, a part of Erlang, is not on the PATH');
  const ports = {
    amqp: options.port ?? (await freePort()),
    distribution: options.distributionPort ?? (await freePort()),
    epmd: options.epmdPort ?? (await freePort()),
  };
  const user = unprivileged({ owner: options.dataDir, readable: '/usr' });
  const env = prepare(options.dataDir, ports, user);
  const log = options.logFile === undefined ? {} : { logFile: options.logFile };

  // Erlang would leave a mapper running for good; one of ours in the foreground ends with the broker.
  const mapper = await startProcess({
    name: 'epmd',
    ...runAs(user, epmd.path, ['-port', String(ports.epmd), '-address', '127.0.0.1', '-relaxed_command_check']),
    env,
    ready: () => acceptsConnections(ports.epmd),
  });
  let broker: ManagedProcess;
  try {
    broker = await startProcess({
      name: 'RabbitMQ',
      ...runAs(user, program.path, []),
      env,
      stopTimeoutMs: 20_000,
      readyTimeoutMs: 90_000,
      ready: () => acceptsConnections(ports.amqp),
      ...log,
    });
  } catch (error) {
    await mapper.stop();
    throw error;
  }
  return {
    ...running(broker),
    url: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    port: ports.amqp,
    dataDir: options.dataDir,
    stop: async () => {
      await broker.stop();
      await mapper.stop();
    },
  };
}

function prepare(
  dataDir: string,
  ports: { amqp: number; distribution: number; epmd: number },
  user: { uid: number; gid: number } | undefined,
): NodeJS.ProcessEnv {
  const folders = { home: dataDir, mnesia: join(dataDir, 'mnesia'), log: join(dataDir, 'log') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const config = join(dataDir, 'rabbitmq.conf');
  const lines = [
    `listeners.tcp.1 = 127.0.0.1:${ports.amqp}`,
    'log.console = true',
    'log.console.level = warning',
    'log.file = false',
    // The alarm for little free disk blocks publishers; on a small machine that would look like a hang.
    'disk_free_limit.absolute = 100MB',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  writeFileSync(join(dataDir, 'enabled_plugins'), '[].\n');
  const cookie = join(dataDir, '.erlang.cookie');
  writeFileSync(cookie, randomBytes(16).toString('hex'), { mode: 0o600 });
  if (user) for (const path of [...Object.values(folders), config, cookie]) chownSync(path, user.uid, user.gid);
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: dataDir,
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    // Each node on a machine needs a name of its own.
    RABBITMQ_NODENAME: `tidegate-${ports.amqp}@localhost`,
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_CONF_ENV_FILE: join(dataDir, 'no-such-file'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dataDir, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: folders.mnesia,
    RABBITMQ_LOG_BASE: folders.log,
    RABBITMQ_PID_FILE: join(dataDir, 'rabbitmq.pid'),
    // Without this the script keeps a shell between us and the broker, and its own idea of signals.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-noinput -kernel inet_dist_use_interface {127,0,0,1}',
  };
}
