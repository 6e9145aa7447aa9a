import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALL_FEE, PRICES, type SignedTransaction, TronChainSimulator } from './chain.fixture.ts';

/** A server that speaks the HTTP interface of java-tron over a simulated chain. */
export interface TronNodeSimulator {
  readonly url: string;
  readonly chain: TronChainSimulator;
  /** How the next calls fail: the connection is cut, nonsense is answered, or the node says no. */
  failure: 'none' | 'cut' | 'nonsense' | 'refusal';
  /** Leaves the outcomes of transactions out, as a node that lost some would. */
  withoutOutcomes: boolean;
  /** Finds no transaction by its id, as a node without that index would. */
  forgetsTransactions: boolean;
  /** The height of a block that it lacks. */
  withoutBlock: number | null;
  /** Cuts every connection, takes none for a moment, and listens again where it did. */
  restart(): Promise<void>;
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
      response.end(JSON.stringify(answer(node, request.url ?? '', JSON.parse(body) as Question), bareNumbers));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: TronNodeSimulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain,
    failure: 'none',
    withoutOutcomes: false,
    forgetsTransactions: false,
    withoutBlock: null,
    async restart() {
      await node.close();
      await new Promise<void>((resolve) => server.listen(Number(new URL(node.url).port), '127.0.0.1', resolve));
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return node;
}

/** The node writes whole numbers of 64 bits as they are, however large. */
function bareNumbers(_key: string, value: unknown): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  return typeof value === 'bigint' ? rawJSON(String(value)) : value;
}

type Question = {
  readonly num?: number;
  readonly value?: string;
  readonly address?: string;
  readonly owner_address?: string;
  readonly contract_address?: string;
  readonly data?: string;
} & Partial<SignedTransaction>;

function answer(node: TronNodeSimulator, path: string, question: Question): unknown {
  const { chain, withoutOutcomes } = node;
  const find = () => (node.forgetsTransactions ? undefined : chain.find(question.value ?? ''));
  switch (path) {
    case '/wallet/getnowblock':
      return chain.head;
    case '/walletsolidity/getnowblock':
      return chain.solid;
    case '/wallet/getblockbynum':
      return question.num === node.withoutBlock ? {} : (chain.blockAt(question.num ?? -1)?.block ?? {});
    case '/wallet/gettransactioninfobyblocknum':
      return withoutOutcomes ? [] : (chain.blockAt(question.num ?? -1)?.outcomes ?? {});
    case '/wallet/gettransactionbyid':
      return find()?.transaction ?? {};
    case '/wallet/gettransactioninfobyid':
      return find()?.outcome ?? {};
    case '/wallet/getaccount': {
      const { address = '' } = question;
      if (!chain.exists(address)) return {};
      const type = chain.isContract(address) ? { type: 'Contract' } : {};
      return { address, balance: Number(chain.balance(address)), ...type };
    }
    case '/wallet/getaccountresource':
      return { freeNetLimit: 600 };
    case '/wallet/getchainparameters':
      return { chainParameter: parameters };
    case '/wallet/triggerconstantcontract': {
      const { owner_address = '', contract_address = '', data = '' } = question;
      const { result, answer: constant = '' } = chain.try(owner_address, contract_address, data);
      const failed = result !== 'SUCCESS';
      return {
        result: { result: true, ...(failed ? { message: Buffer.from('REVERT opcode executed').toString('hex') } : {}) },
        energy_used: CALL_FEE / PRICES.energy,
        constant_result: [constant],
        transaction: { ret: [failed ? { ret: 'FAILED' } : {}] },
      };
    }
    case '/wallet/broadcasttransaction':
      return { txid: question.txID, ...chain.broadcast(question as SignedTransaction) };
    default:
      return { Error: `no such path ${path}` };
  }
}

const parameters = [
  { key: 'getTransactionFee', value: PRICES.byte },
  { key: 'getEnergyFee', value: PRICES.energy },
  { key: 'getCreateAccountFee', value: PRICES.openingBytes },
  { key: 'getCreateNewAccountFeeInSystemContract', value: PRICES.opening },
  // A parameter that is 0 has no value.
  { key: 'getAllowDelegateResource' },
];

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
