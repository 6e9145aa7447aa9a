import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';

/** One call of a node's interface. */
export interface Call {
  readonly path: string;
  /** Where paths are the calls, the path. */
  readonly method: string;
  readonly id: unknown;
  /** The call as it was written, and the same without what differs from one time to the next. */
  readonly text: string;
  readonly same: string;
}

/** The answers of a family of nodes, in its protocol. */
export interface Tongue {
  isSending(call: Call): boolean;
  /** Asks for a transaction by its id. */
  isLookup(call: Call): boolean;
  taken(call: Call): object;
  conflict(call: Call): object;
  refused(call: Call): object;
  nothing(call: Call): object;
  /**
   * The answer about data that the node under test lost when it died, as from a node that never had it; null: pass the
   * call on.
   */
  lacks(call: Call): object | null;
}

export function tongueOf(gateId: CryptoGateId): Tongue {
  return tongues[gate(gateId).family];
}

const error = ({ id }: Call, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  result: null,
  error: { code, message },
});
const result = ({ id }: Call, value: unknown) => ({ jsonrpc: '2.0', id, result: value, error: null });
const nothingLacks = () => null;
const somebodys = 'ab'.repeat(32);

const utxo: Tongue = {
  isSending: ({ method }) => method === 'sendrawtransaction',
  isLookup: ({ method }) => method === 'getrawtransaction',
  taken: (call) => result(call, somebodys),
  conflict: (call) => error(call, -25, 'bad-txns-inputs-missingorspent'),
  refused: (call) => error(call, -26, 'non-mandatory-script-verify-flag (Signature must be zero for failed CHECKSIG)'),
  nothing: (call) => error(call, -5, 'No such mempool or blockchain transaction.'),
  lacks: nothingLacks,
};

const evm: Tongue = {
  isSending: ({ method }) => method === 'eth_sendRawTransaction',
  isLookup: ({ method }) => method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt',
  taken: ({ id }) => ({ jsonrpc: '2.0', id, result: `0x${somebodys}` }),
  conflict: ({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32_000, message: 'nonce too low: next nonce 9, tx nonce 3' },
  }),
  refused: ({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'invalid sender' } }),
  nothing: ({ id }) => ({ jsonrpc: '2.0', id, result: null }),
  // anvil writes blocks and receipts to its disk, but no traces; it passes for a node that makes none.
  lacks: ({ id, method }) =>
    method === 'debug_traceBlockByHash'
      ? { jsonrpc: '2.0', id, error: { code: -32_601, message: 'the method debug_traceBlockByHash does not exist' } }
      : null,
};

const xrp: Tongue = {
  isSending: ({ method }) => method === 'submit',
  isLookup: ({ method }) => method === 'tx',
  taken: (call) => submitted(call, 'tesSUCCESS'),
  conflict: (call) => submitted(call, 'tefPAST_SEQ'),
  refused: (call) => submitted(call, 'temBAD_SIGNATURE'),
  // A server that looked everywhere may be believed when it says so; this one did not look.
  nothing: ({ id }) => ({ id, result: { status: 'error', error: 'txnNotFound', searched_all: false } }),
  lacks: nothingLacks,
};

function submitted({ id }: Call, engine_result: string): object {
  return { id, result: { status: 'success', engine_result } };
}

const tron: Tongue = {
  isSending: ({ method }) => method === '/wallet/broadcasttransaction',
  isLookup: ({ method }) => /gettransaction(info)?byid$/.test(method),
  taken: () => ({ result: true, txid: somebodys }),
  conflict: () => ({ code: 'TRANSACTION_EXPIRATION_ERROR', message: hex('Transaction expired') }),
  refused: () => ({ code: 'SIGERROR', message: hex('Validate signature error') }),
  nothing: () => ({}),
  lacks: nothingLacks,
};

const hex = (words: string) => Buffer.from(words).toString('hex');

const tongues = { utxo, evm, tron, xrp } as const;
