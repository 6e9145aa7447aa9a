import { mkdirSync } from 'node:fs';
import { type RunningServer, running, startProcess } from '../process/managed.ts';
import { freePort } from '../process/ports.ts';
import { ensureAnvil, ensureBchd, ensureBtcd, ensureLitecoind } from '../toolchain/chain-nodes.ts';
import { type Found, isFound, type Missing } from '../toolchain/found.ts';

/** A chain node of ours on a private test chain. */
export interface RunningNode extends RunningServer {
  /** Where its JSON-RPC is, with user and password in it where it asks for them. */
  readonly url: string;
}

/** Litecoin Core, btcd and bchd additionally tell where they write. */
export interface NodeOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly logFile?: string;
  /** A port where it takes peers, on 127.0.0.1; without it, it takes none. */
  readonly peerPort?: number;
  /** The port of a peer, whose chain it follows; without it, it is alone. */
  readonly follows?: number;
  /** Further arguments of the node itself. */
  readonly args?: readonly string[];
}

export interface RunningLitecoind extends RunningNode {
  /** ZeroMQ publishers of new blocks and transactions. */
  readonly zmq: { readonly block: string; readonly transaction: string };
}

const user = 'tidegate';
const password = 'tidegate';

/** Starts Litecoin Core on a regtest chain. MWEB is put off for ever: without that block 432 could not be mined. */
export async function startLitecoind(options: NodeOptions): Promise<RunningLitecoind> {
  const program = found(await ensureLitecoind());
  mkdirSync(options.dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const zmq = { block: `tcp://127.0.0.1:${await freePort()}`, transaction: `tcp://127.0.0.1:${await freePort()}` };
  const url = `http://${user}:${password}@127.0.0.1:${port}`;
  const node = await startProcess({
    name: 'litecoind',
    command: program.path,
    args: [
      '-regtest',
      `-datadir=${options.dataDir}`,
      '-server',
      '-printtoconsole',
      '-txindex=1',
      ...(options.peerPort === undefined ? ['-listen=0'] : ['-listen=1', `-bind=127.0.0.1:${options.peerPort}`]),
      ...(options.follows === undefined ? [] : [`-connect=127.0.0.1:${options.follows}`]),
      `-rpcuser=${user}`,
      `-rpcpassword=${password}`,
      `-rpcport=${port}`,
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-zmqpubhashblock=${zmq.block}`,
      `-zmqpubhashtx=${zmq.transaction}`,
      '-fallbackfee=0.0001',
      '-dbcache=16',
      '-vbparams=mweb:9999999999:9999999999',
      ...(options.args ?? []),
    ],
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 15_000,
    ready: () => answersRpc(url, 'getblockchaininfo'),
    ...log(options),
  });
  return { ...running(node), url, zmq };
}

export interface GoNodeOptions extends NodeOptions {
  /** Where the coins of blocks made by `generate` go; a regtest address. */
  readonly miningAddress?: string;
}

/** Starts btcd on a regtest chain with its transaction and address index. */
export async function startBtcd(options: GoNodeOptions): Promise<RunningNode> {
  return startGoNode('btcd', found(await ensureBtcd()), options);
}

/** Starts bchd, which came out of btcd, in the same way. */
export async function startBchd(options: GoNodeOptions): Promise<RunningNode> {
  return startGoNode('bchd', found(await ensureBchd()), options);
}

async function startGoNode(name: string, program: Found, options: GoNodeOptions): Promise<RunningNode> {
  mkdirSync(options.dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const url = `http://${user}:${password}@127.0.0.1:${port}`;
  const node = await startProcess({
    name,
    command: program.path,
    args: [
      '--regtest',
      '--txindex',
      '--addrindex',
      '--notls',
      '--nodnsseed',
      '--configfile=/dev/null',
      ...(options.peerPort === undefined ? ['--nolisten'] : [`--listen=127.0.0.1:${options.peerPort}`]),
      ...(options.follows === undefined ? [] : [`--connect=127.0.0.1:${options.follows}`, '--trickleinterval=100ms']),
      `--datadir=${options.dataDir}/data`,
      `--logdir=${options.dataDir}/logs`,
      `--rpcuser=${user}`,
      `--rpcpass=${password}`,
      `--rpclisten=127.0.0.1:${port}`,
      ...(options.miningAddress === undefined ? [] : [`--miningaddr=${options.miningAddress}`]),
      ...(options.args ?? []),
    ],
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 15_000,
    stopSignal: 'SIGINT',
    ready: () => answersRpc(url, 'getblockcount'),
    ...log(options),
  });
  return { ...running(node), url };
}

export interface AnvilOptions {
  readonly port?: number;
  readonly logFile?: string;
  readonly args?: readonly string[];
}

/** Starts anvil: an Ethereum chain in memory, chain id 31337, a block per transaction unless `args` say otherwise. */
export async function startAnvil(options: AnvilOptions = {}): Promise<RunningNode> {
  const program = found(await ensureAnvil());
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const node = await startProcess({
    name: 'anvil',
    command: program.path,
    args: ['--host', '127.0.0.1', '--port', String(port), '--silent', ...(options.args ?? [])],
    ready: () => answersRpc(url, 'eth_blockNumber'),
    ...log(options),
  });
  return { ...running(node), url };
}

function found(program: Found | Missing): Found {
  if (!isFound(program)) throw new Error(program.missing);
  return program;
}

function log(options: { readonly logFile?: string }): { logFile?: string } {
  return options.logFile === undefined ? {} : { logFile: options.logFile };
}

/** Whether the node answers a call without an error; Core says "warming up" as an error for a while. */
async function answersRpc(url: string, method: string): Promise<boolean> {
  const target = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json', connection: 'close' };
  if (target.username) headers.authorization = `Basic ${btoa(`${target.username}:${target.password}`)}`;
  target.username = '';
  target.password = '';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const answer = await fetch(target, { method: 'POST', headers, body, signal: AbortSignal.timeout(2_000) });
  const content: unknown = await answer.json();
  return typeof content === 'object' && content !== null && 'result' in content && content.result !== null;
}
