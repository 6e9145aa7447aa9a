import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SignedTransaction, TronChainSimulator } from './chain.fixture.ts';

/** A server that speaks the HTTP interface of java-tron over a simulated chain. */
export interface TronNodeSimulator {
  readonly url: string;
  readonly chain: TronChainSimulator;
  /** How the next calls fail: the connection is cut, nonsense is answered, or the node says no. */
  failure: 'none' | 'cut' | 'nonsense' | 'refusal';
  /** Leaves the outcomes of transactions out, as a node that lost some would. */
  withoutOutcomes: boolean;
  close(): Promise<void>;
}

export async function startTronNode(nowMs: () => number = Date.now): Promise<TronNodeSimulator> {
  const chain = new TronChainSimulator(nowMs);
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (node.failure === 'cut') return response.destroy();
      if (node.failure === 'nonsense') return response.end('<html>');
      if (node.failure === 'refusal')
        return response.end(JSON.stringify({ Error: 'class java.lang.Exception : busy' }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(node, request.url ?? '', JSON.parse(body) as Question)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: TronNodeSimulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain,
    failure: 'none',
    withoutOutcomes: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return node;
}

type Question = { readonly num?: number; readonly value?: string } & Partial<SignedTransaction>;

function answer({ chain, withoutOutcomes }: TronNodeSimulator, path: string, question: Question): unknown {
  switch (path) {
    case '/wallet/getnowblock':
      return chain.head;
    case '/walletsolidity/getnowblock':
      return chain.solid;
    case '/wallet/getblockbynum':
      return chain.blockAt(question.num ?? -1)?.block ?? {};
    case '/wallet/gettransactioninfobyblocknum':
      return withoutOutcomes ? [] : (chain.blockAt(question.num ?? -1)?.outcomes ?? {});
    case '/wallet/gettransactionbyid':
      return chain.find(question.value ?? '')?.transaction ?? {};
    case '/wallet/gettransactioninfobyid':
      return chain.find(question.value ?? '')?.outcome ?? {};
    case '/wallet/broadcasttransaction':
      return { txid: question.txID, ...chain.broadcast(question as SignedTransaction) };
    default:
      return { Error: `no such path ${path}` };
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
