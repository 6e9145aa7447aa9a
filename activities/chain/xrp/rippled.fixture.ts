import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, type SubmittableTransaction, type Wallet } from 'xrpl';
import { BASE_FEE, RESERVE, type SimLedger, XrpLedgerSimulator } from './ledger.fixture.ts';

/** A server that speaks the JSON-RPC interface of `rippled` over a simulated ledger. */
export interface RippledSimulator {
  readonly url: string;
  readonly ledger: XrpLedgerSimulator;
  /** The answer of `server_info`, to be changed by tests. */
  readonly info: { server_state: string; network_id?: number; amendment_blocked?: boolean };
  /** Ledgers below this number are missing, as on a server that keeps a part of history. */
  oldest: number;
  /** How the next calls fail: the connection is cut, or nonsense is answered. */
  failure: 'none' | 'cut' | 'nonsense';
  /** Cuts every connection, takes none for a moment, and listens again where it did. */
  restart(): Promise<void>;
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
    async restart() {
      await simulator.close();
      await new Promise<void>((resolve) => server.listen(Number(new URL(simulator.url).port), '127.0.0.1', resolve));
    },
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
  readonly destination_account?: string;
  readonly min_ledger?: number;
  readonly max_ledger?: number;
}

function answer(simulator: RippledSimulator, method: string, params: Params): object {
  const { ledger, info } = simulator;
  switch (method) {
    case 'server_info':
      return { status: 'success', info: { build_version: 'simulator', ...info } };
    case 'ledger': {
      const { ledger_index: which } = params;
      const found = which === 'validated' ? ledger.validated : ledger.ledgerAt(Number(which));
      if (found === undefined || found.index < simulator.oldest || found.index > ledger.validated.index)
        return refusal('lgrNotFound', 'ledgerNotFound');
      return { status: 'success', validated: true, ledger: ledgerJson(found, params.transactions === true) };
    }
    case 'tx': {
      const found = ledger.find(params.transaction ?? '');
      // A server that lacks a part of the ledgers it is asked about says so.
      const { min_ledger = 0, max_ledger = 0 } = params;
      const searched_all = min_ledger >= simulator.oldest && max_ledger <= ledger.validated.index;
      if (found === undefined || found.ledger < simulator.oldest)
        return { ...refusal('txnNotFound', 'Transaction not found.'), searched_all };
      const { transaction, meta, ledger: index } = found;
      return {
        status: 'success',
        ...transaction,
        meta,
        ledger_index: index,
        validated: index <= ledger.validated.index,
      };
    }
    case 'server_state': {
      const validated_ledger = {
        seq: ledger.validated.index,
        reserve_base: Number(RESERVE),
        reserve_inc: OWNER_RESERVE,
      };
      return { status: 'success', state: { ...info, validated_ledger } };
    }
    case 'deposit_authorized': {
      const { depositAuth = false } = ledger.account(params.destination_account ?? '') ?? {};
      return { status: 'success', deposit_authorized: !depositAuth, validated: true };
    }
    case 'submit': {
      const wrong = wrongNetwork(params.tx_blob ?? '', info.network_id ?? 0);
      if (wrong !== undefined) return { status: 'success', engine_result: wrong };
      const { result, hash } = ledger.submit(params.tx_blob ?? '');
      return { status: 'success', engine_result: result, tx_json: { hash } };
    }
    case 'account_info': {
      const isCurrent = params.ledger_index === 'current';
      const address = params.account ?? '';
      const account = isCurrent ? ledger.account(address) : ledger.validatedAccount(address);
      if (account === undefined) return refusal('actNotFound', 'Account not found.');
      const Flags = (account.requireTag ? REQUIRES_TAG : 0) + (account.depositAuth ? ASKS_FOR_PERMISSION : 0);
      const Sequence = isCurrent ? ledger.nextSequence(address) : account.sequence;
      const Balance = account.balance.toString();
      const account_data = { Account: params.account, Balance, Sequence, Flags, OwnerCount: 0 };
      const { index } = ledger.validated;
      if (isCurrent) return { status: 'success', account_data, ledger_current_index: index + 1, validated: false };
      return { status: 'success', account_data, ledger_index: index, validated: true };
    }
    case 'fee':
      return {
        status: 'success',
        drops: { base_fee: String(BASE_FEE), open_ledger_fee: String(ledger.openLedgerFee) },
      };
    case 'ledger_accept':
      return { status: 'success', ledger_current_index: ledger.accept().index + 1 };
    default:
      return refusal('unknownCmd', 'Unknown method.');
  }
}

/** Drops that an account keeps for each thing it owns. */
const OWNER_RESERVE = 200_000;
const REQUIRES_TAG = 0x0002_0000;
const ASKS_FOR_PERMISSION = 0x0100_0000;

/**
 * Networks beyond the first thousand have their number in each transaction, so that none can be replayed on another
 * one.
 */
function wrongNetwork(blob: string, networkId: number): string | undefined {
  const { NetworkID } = decode(blob) as { NetworkID?: number };
  if (networkId <= 1_024) return NetworkID === undefined ? undefined : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  if (NetworkID === undefined) return 'telREQUIRES_NETWORK_ID';
  return NetworkID === networkId ? undefined : 'telWRONG_NETWORK';
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

/** Signs with the account's next number, submits, and closes the ledger. @returns the hash and what became of it */
export function closeLedgerWith(
  { ledger }: RippledSimulator,
  from: Wallet,
  transaction: object,
): { readonly hash: string; readonly result: string } {
  const Sequence = ledger.account(from.address)?.sequence ?? 1;
  const whole = { Account: from.address, Fee: '10', Sequence, ...transaction } as SubmittableTransaction;
  const { hash, result } = ledger.submit(from.sign(whole).tx_blob);
  const { transactions } = ledger.accept();
  return { hash, result: transactions.at(-1)?.meta.TransactionResult ?? result };
}
