import { openRpc } from '../json-rpc.ts';
import { ChainUnavailable } from '../port.ts';

/** The calls of a `rippled` server that a follower makes, with the fields that it reads. */
export interface XrpRpc {
  serverInfo(): Promise<XrpServerInfo>;
  /** The last validated ledger, or the one with this number; null when there is none (yet). */
  ledger(which: 'validated' | number): Promise<XrpLedger | null>;
  /** The same with its transactions. */
  ledgerWithTransactions(height: number): Promise<XrpFullLedger | null>;
  transaction(hash: string): Promise<XrpFoundTransaction | null>;
  close(): Promise<void>;
}

export interface XrpServerInfo {
  readonly build_version: string;
  readonly server_state: string;
  readonly network_id?: number;
  readonly amendment_blocked?: boolean;
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
  /** What arrived, as the server puts it together for every payment since 2014. */
  readonly delivered_amount?: XrpAmount;
  /** What arrived, as the ledger itself notes it for partial payments. */
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
}

/**
 * Opens a client of the JSON-RPC interface over HTTP; user and password may stand in the URL. Answers are asked for in the first version of the
 * interface, which every server speaks.
 *
 * Each call throws {@link ChainUnavailable} when there is no sensible answer.
 */
export function openXrpRpc(url: string): XrpRpc {
  const rpc = openRpc({ url });

  async function ask<Result>(method: string, params: object, none: readonly string[] = []): Promise<Result | null> {
    const answer = await rpc.call<Result & Answer>(method, [{ api_version: 1, ...params }]);
    if (answer.status !== 'error') return answer;
    if (answer.error !== undefined && none.includes(answer.error)) return null;
    throw new ChainUnavailable(`The server refused: ${answer.error_message ?? answer.error ?? 'no reason given'}`);
  }

  async function readLedger<Ledger>(which: 'validated' | number, more: object): Promise<Ledger | null> {
    const answer = await ask<{ ledger: Ledger; validated?: boolean }>(
      'ledger',
      { ledger_index: which, ...more },
      notFound,
    );
    // The open ledger can be asked for by its number too: it is nobody's truth yet.
    return answer === null || answer.validated !== true ? null : answer.ledger;
  }

  return {
    async serverInfo() {
      const answer = await ask<{ info: XrpServerInfo }>('server_info', {});
      if (answer === null) throw new ChainUnavailable('The server does not say what it is.');
      return answer.info;
    },
    ledger: (which) => readLedger(which, {}),
    ledgerWithTransactions: (height) => readLedger(height, { transactions: true, expand: true }),
    transaction: (hash) => ask('tx', { transaction: hash, binary: false }, ['txnNotFound']),
    close: () => rpc.close(),
  };
}

const notFound: readonly string[] = ['lgrNotFound', 'lgrNotValidated'];
