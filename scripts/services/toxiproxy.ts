import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { freePort } from '../process/ports.ts';
import { ensureToxiproxy } from '../toolchain/chain-nodes.ts';
import { isFound } from '../toolchain/found.ts';

/** A way through which connections pass and can be spoilt. */
export interface ToxicWay {
  /** `host:port` to connect to. */
  readonly listens: string;
  /** Cuts every connection and takes none, or takes them again. */
  enable(enabled: boolean): Promise<void>;
  /** Spoils what comes back from the server, on connections that are open too, until {@link heal}. */
  spoil(toxic: Toxic): Promise<void>;
  heal(): Promise<void>;
}

/** As the proxy's HTTP interface names them. */
export interface Toxic {
  readonly type: 'latency' | 'bandwidth' | 'slow_close' | 'timeout' | 'reset_peer' | 'slicer' | 'limit_data';
  readonly attributes: Readonly<Record<string, number>>;
}

/** A toxiproxy of ours. */
export interface RunningToxiproxy extends RunningServer {
  /** Opens a way to a server. */
  open(name: string, upstream: { readonly host: string; readonly port: number }): Promise<ToxicWay>;
}

/** @throws Error when the program is not to be had, or with its last log lines when it does not get ready */
export async function startToxiproxy(): Promise<RunningToxiproxy> {
  const program = await ensureToxiproxy();
  if (!isFound(program)) throw new Error(program.missing);
  const port = await freePort();
  const server = await startProcess({
    name: 'toxiproxy',
    command: program.path,
    args: ['-host', '127.0.0.1', '-port', String(port)],
    ready: async () => (await fetch(`http://127.0.0.1:${port}/version`)).ok,
  });

  async function tell<Answer>(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<Answer> {
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: JSON.stringify(body), signal });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`toxiproxy answers ${answer.status} to ${method} ${path}: ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  }

  return {
    ...running(server),
    async open(name, upstream) {
      const described = { name, listen: '127.0.0.1:0', upstream: `${upstream.host}:${upstream.port}`, enabled: true };
      const { listen } = await tell<{ listen: string }>('POST', '/proxies', described);
      const way = `/proxies/${name}`;
      return {
        listens: listen,
        enable: (enabled) => tell('POST', way, { enabled, listen, upstream: described.upstream }),
        spoil: ({ type, attributes }) =>
          tell('POST', `${way}/toxics`, { name: 'spoilt', type, stream: 'downstream', toxicity: 1, attributes }),
        heal: () => tell('DELETE', `${way}/toxics/spoilt`),
      };
    },
  };
}
