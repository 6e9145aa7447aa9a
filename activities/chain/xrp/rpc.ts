import { openRpc } from '../json-rpc.ts';
import { ChainUnavailableError } from '../port.ts';

/** The calls of a `rippled` server that following and sending make, with the fields that they read. */
export interface XrpRpc {
  serverInfo(): Promise<XrpServerInfo>;
  /** The last validated ledger, or the one with this number; null if there is none yet. */
  ledger(which: 'validated' | number): Promise<XrpLedger | null>;
  /** The same with its transactions. */
  ledgerWithTransactions(height: number): Promise<XrpFullLedger | null>;
  transaction(hash: string): Promise<XrpFoundTransaction | null>;
  /** True when the server has all of these ledgers, and none of them holds the transaction. */
  isAbsent(hash: string, ledgers: { readonly from: number; readonly to: number }): Promise<boolean>;
  serverState(): Promise<XrpServerState>;
  /** An account at the last validated ledger, or including pending transactions; null if it does not exist. */
  account(address: string, ledger: 'validated' | 'current'): Promise<XrpAccount | null>;
  /** The fee for a transaction to enter the next ledger, in drops. */
  openLedgerFee(): Promise<string>;
  /** For accounts that take payments only of those whom they named. */
  mayDeposit(from: string, to: string): Promise<boolean>;
  /** The server's preliminary result, e.g. `tesSUCCESS`; only a validated ledger decides. */
  submit(blob: string): Promise<XrpSubmission>;
  close(): Promise<void>;
}

export interface XrpServerInfo {
  readonly build_version: string;
  readonly server_state: string;
  readonly network_id?: number;
  readonly amendment_blocked?: boolean;
}

export interface XrpServerState extends Omit<XrpServerInfo, 'build_version'> {
  readonly validated_ledger?: { readonly seq: number; readonly reserve_base: number; readonly reserve_inc: number };
}

export interface XrpAccount {
  /** Drops. */
  readonly Balance: string;
  readonly Sequence: number;
  readonly OwnerCount: number;
  readonly Flags: number;
  /** The ledger that this is true of; for the open ledger, its number. */
  readonly ledgerIndex: number;
}

export interface XrpSubmission {
  readonly engine_result: string;
  readonly engine_result_message?: string;
}

export interface XrpLedger {
  readonly ledger_hash: string;
  readonly ledger_index: string | number;
  readonly parent_hash: string;
  /** Seconds since the beginning of 2000. */
  readonly close_time: number;
}

export interface XrpFullLedger extends XrpLedger {
  readonly transactions: readonly (XrpTransaction & { readonly metaData: XrpMetadata })[];
}

/** Drops as a decimal text, or an amount of somebody's own money. */
export type XrpAmount = string | { readonly value: string; readonly currency?: string; readonly issuer?: string };

export interface XrpTransaction {
  readonly hash: string;
  readonly TransactionType: string;
  readonly Account: string;
  readonly Sequence: number;
  readonly TicketSequence?: number;
  readonly Flags?: number;
  readonly Destination?: string;
  readonly DestinationTag?: number;
  readonly Amount?: XrpAmount;
}

export interface XrpMetadata {
  readonly TransactionIndex: number;
  readonly TransactionResult: string;
  /** The arrived amount, as the server puts it together for every payment since 2014. */
  readonly delivered_amount?: XrpAmount;
  /** The arrived amount, as the ledger itself notes it for partial payments. */
  readonly DeliveredAmount?: XrpAmount;
  readonly AffectedNodes: readonly XrpAffectedNode[];
}

export interface XrpAffectedNode {
  readonly CreatedNode?: XrpNode;
  readonly ModifiedNode?: XrpNode;
  readonly DeletedNode?: XrpNode;
}

interface XrpNode {
  readonly LedgerEntryType: string;
  readonly NewFields?: { readonly Account?: string; readonly Balance?: XrpAmount };
  readonly FinalFields?: { readonly Account?: string; readonly Balance?: XrpAmount };
  readonly PreviousFields?: { readonly Balance?: XrpAmount };
}

export interface XrpFoundTransaction extends XrpTransaction {
  readonly validated?: boolean;
  readonly ledger_index?: number;
  readonly meta?: XrpMetadata;
}

interface Answer {
  readonly status?: string;
  readonly error?: string;
  readonly error_message?: string;
  readonly validated?: boolean;
  readonly searched_all?: boolean;
}

/**
 * Opens a client of the JSON-RPC interface over HTTP, in its first version, which every server supports; the URL may
 * contain user and password. Each call throws {@link ChainUnavailableError} without a sensible answer.
 */
export function openXrpRpc(url: string): XrpRpc {
  const rpc = openRpc({ url });

  async function ask<Result>(method: string, params: object, none: readonly string[] = []): Promise<Result | null> {
    const answer = await rpc.call<Result & Answer>(method, [{ api_version: 1, ...params }]);
    if (answer.status !== 'error') return answer;
    if (answer.error !== undefined && none.includes(answer.error)) return null;
    throw new ChainUnavailableError(`The server refused: ${answer.error_message ?? answer.error ?? 'no reason given'}`);
  }

  async function readLedger<Ledger>(which: 'validated' | number, more: object): Promise<Ledger | null> {
    const answer = await ask<{ ledger: Ledger; validated?: boolean }>(
      'ledger',
      { ledger_index: which, ...more },
      notFound,
    );
    // The open ledger also has a number, but it is not validated yet.
    return answer === null || answer.validated !== true ? null : answer.ledger;
  }

  return {
    async serverInfo() {
      const answer = await ask<{ info: XrpServerInfo }>('server_info', {});
      if (answer === null) throw new ChainUnavailableError('The server does not say what it is.');
      return answer.info;
    },
    ledger: (which) => readLedger(which, {}),
    ledgerWithTransactions: (height) => readLedger(height, { transactions: true, expand: true }),
    transaction: (hash) => ask('tx', { transaction: hash, binary: false }, ['txnNotFound']),
    async isAbsent(hash, { from, to }) {
      const range = { min_ledger: from, max_ledger: to };
      const answer = await rpc.call<Answer>('tx', [{ api_version: 1, transaction: hash, binary: false, ...range }]);
      return answer.error === 'txnNotFound' && answer.searched_all === true;
    },
    async serverState() {
      const answer = await ask<{ state: XrpServerState }>('server_state', {});
      if (answer === null) throw new ChainUnavailableError('The server does not say what it is.');
      return answer.state;
    },
    async account(address, ledger) {
      const answer = await ask<AccountAnswer>('account_info', { account: address, ledger_index: ledger }, [
        'actNotFound',
      ]);
      if (answer === null) return null;
      const ledgerIndex = answer.ledger_index ?? answer.ledger_current_index;
      if (ledgerIndex === undefined)
        throw new ChainUnavailableError('The server does not say which ledger it speaks of.');
      return { ...answer.account_data, ledgerIndex };
    },
    async openLedgerFee() {
      const answer = await ask<{ drops: { open_ledger_fee: string } }>('fee', {});
      if (answer === null) throw new ChainUnavailableError('The server does not say what a transaction costs.');
      return answer.drops.open_ledger_fee;
    },
    async mayDeposit(from, to) {
      const question = { source_account: from, destination_account: to, ledger_index: 'validated' };
      return (await ask<{ deposit_authorized: boolean }>('deposit_authorized', question))?.deposit_authorized === true;
    },
    async submit(blob) {
      const answer = await ask<XrpSubmission>('submit', { tx_blob: blob }, ['invalidTransaction']);
      if (answer === null) return { engine_result: 'invalidTransaction' };
      if (answer.engine_result === undefined)
        throw new ChainUnavailableError('The server does not say what it thinks of it.');
      return answer;
    },
    close: () => rpc.close(),
  };
}

interface AccountAnswer {
  readonly account_data: Omit<XrpAccount, 'ledgerIndex'>;
  readonly ledger_index?: number;
  readonly ledger_current_index?: number;
}

const notFound: readonly string[] = ['lgrNotFound', 'lgrNotValidated'];
