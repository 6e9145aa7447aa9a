import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE_FEE, type SimLedger, XrpLedgerSimulator } from './ledger.fixture.ts';

/** A server that speaks the JSON-RPC interface of `rippled` over a simulated ledger. */
export interface RippledSimulator {
  readonly url: string;
  readonly ledger: XrpLedgerSimulator;
  /** What `server_info` says, to be changed by tests. */
  readonly info: { server_state: string; network_id?: number; amendment_blocked?: boolean };
  /** Ledgers below this number are missing, as on a server that keeps a part of history. */
  oldest: number;
  /** How the next calls fail: the connection is cut, or nonsense is answered. */
  failure: 'none' | 'cut' | 'nonsense';
  close(): Promise<void>;
}

export async function startRippled(): Promise<RippledSimulator> {
  const ledger = new XrpLedgerSimulator();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (simulator.failure === 'cut') return response.destroy();
      if (simulator.failure === 'nonsense') return response.end('<html>');
      const { method, params = [] } = JSON.parse(body) as { method: string; params?: Params[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ result: answer(simulator, method, params[0] ?? {}) }));
    });
  });
  const simulator: RippledSimulator = {
    url: await listen(server),
    ledger,
    info: { server_state: 'full', network_id: 31_337 },
    oldest: 0,
    failure: 'none',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return simulator;
}

interface Params {
  readonly ledger_index?: number | string;
  readonly transactions?: boolean;
  readonly expand?: boolean;
  readonly transaction?: string;
  readonly tx_blob?: string;
  readonly account?: string;
}

function answer(simulator: RippledSimulator, method: string, params: Params): object {
  const { ledger, info } = simulator;
  switch (method) {
    case 'server_info':
      return { status: 'success', info: { build_version: 'simulator', ...info } };
    case 'ledger': {
      const { ledger_index: which } = params;
      const found = which === 'validated' ? ledger.validated : ledger.ledgerAt(Number(which));
      if (found === undefined || found.index < simulator.oldest) return refusal('lgrNotFound', 'ledgerNotFound');
      return { status: 'success', validated: true, ledger: ledgerJson(found, params.transactions === true) };
    }
    case 'tx': {
      const found = ledger.find(params.transaction ?? '');
      if (found === undefined) return refusal('txnNotFound', 'Transaction not found.');
      const { transaction, meta, ledger: index } = found;
      return { status: 'success', ...transaction, meta, ledger_index: index, validated: true };
    }
    case 'submit': {
      const { result, hash } = ledger.submit(params.tx_blob ?? '');
      return { status: 'success', engine_result: result, tx_json: { hash } };
    }
    case 'account_info': {
      const account = ledger.account(params.account ?? '');
      if (account === undefined) return refusal('actNotFound', 'Account not found.');
      const account_data = { Account: params.account, Balance: account.balance.toString(), Sequence: account.sequence };
      return { status: 'success', account_data, ledger_index: ledger.validated.index, validated: true };
    }
    case 'fee':
      return { status: 'success', drops: { base_fee: String(BASE_FEE), open_ledger_fee: String(BASE_FEE) } };
    case 'ledger_accept':
      return { status: 'success', ledger_current_index: ledger.accept().index + 1 };
    default:
      return refusal('unknownCmd', 'Unknown method.');
  }
}

function ledgerJson({ index, hash, parentHash, closeTime, transactions }: SimLedger, full: boolean): object {
  const header = { ledger_index: String(index), ledger_hash: hash, parent_hash: parentHash, close_time: closeTime };
  if (!full) return header;
  // The order in a real answer is by hash, not by effect.
  const list = transactions.map(({ transaction, meta }) => ({ ...transaction, metaData: meta }));
  return { ...header, transactions: list.sort((a, b) => (a.hash < b.hash ? -1 : 1)) };
}

function refusal(error: string, error_message: string): object {
  return { status: 'error', error, error_message };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
