import type { ClusterPorts } from '../../scripts/cluster/ports.ts';
import type { ClusterLinks } from '../../scripts/cluster/table.ts';
import { type RunningToxiproxy, startToxiproxy, type ToxicWay } from '../../scripts/services/toxiproxy.ts';

/** The servers that programs connect to, and what tells a program where each of them is. */
const SERVERS = {
  Postgres: { port: 'postgres', variable: 'DATABASE_URL' },
  Temporal: { port: 'temporal', variable: 'TEMPORAL_ADDRESS' },
  RabbitMQ: { port: 'amqp', variable: 'AMQP_URL' },
} as const;
export type Server = keyof typeof SERVERS;

const PROGRAMS = [
  'api-1',
  'api-2',
  'worker-core-1',
  'worker-core-2',
  'worker-chains',
  'worker-rest',
  'signer',
] as const;
export type Program = (typeof PROGRAMS)[number];

/** The network between the processes of a cluster: every way can be cut for itself. */
export interface Ways {
  readonly links: (ports: ClusterPorts) => Promise<ClusterLinks>;
  /** Ends every connection between the two, and lets none be made until it is mended. */
  cut(program: Program | 'Temporal', server: Server): Promise<void>;
  mend(program: Program | 'Temporal', server: Server): Promise<void>;
  /** More of a program's environment from its next start on; an empty object takes it back. */
  tell(program: Program, env: NodeJS.ProcessEnv): void;
  close(): Promise<void>;
}

export function openWays(): Ways {
  const ways = new Map<string, ToxicWay>();
  const told = new Map<string, NodeJS.ProcessEnv>();
  let proxy: RunningToxiproxy | undefined;
  const find = (program: string, server: string): ToxicWay => {
    const way = ways.get(nameOf(program, server));
    if (way === undefined) throw new Error(`There is no way from ${program} to ${server}.`);
    return way;
  };
  const open = async (program: string, server: Server, port: number): Promise<void> => {
    proxy ??= await startToxiproxy();
    ways.set(nameOf(program, server), await proxy.open(nameOf(program, server), { host: '127.0.0.1', port }));
  };
  return {
    links: async (ports) => {
      proxy = await startToxiproxy();
      for (const [server, { port }] of Object.entries(SERVERS) as [Server, (typeof SERVERS)[Server]][]) {
        for (const program of PROGRAMS) await open(program, server, ports[port]);
      }
      await open('Temporal', 'Postgres', ports.postgres);
      return {
        temporalPostgresPort: portOf(find('Temporal', 'Postgres')),
        envOf: (program, env) =>
          PROGRAMS.some((each) => each === program)
            ? { ...detour(env, ports, (server) => portOf(find(program, server))), ...told.get(program) }
            : {},
      };
    },
    cut: (program, server) => find(program, server).enable(false),
    mend: (program, server) => find(program, server).enable(true),
    tell: (program, env) => void told.set(program, env),
    close: async () => proxy?.stop(),
  };
}

function detour(env: NodeJS.ProcessEnv, ports: ClusterPorts, wayTo: (server: Server) => number): NodeJS.ProcessEnv {
  const changed = (Object.entries(SERVERS) as [Server, (typeof SERVERS)[Server]][]).map(
    ([server, { port, variable }]) => {
      const direct = env[variable] ?? '';
      return [variable, direct.replace(`127.0.0.1:${ports[port]}`, `127.0.0.1:${wayTo(server)}`)];
    },
  );
  return Object.fromEntries(changed) as NodeJS.ProcessEnv;
}

function nameOf(program: string, server: string): string {
  return `${program}-${server}`;
}

function portOf({ listens }: ToxicWay): number {
  return Number(listens.split(':').at(-1));
}
