import { createHash } from 'node:crypto';
import { decode, deriveAddress, encode, verifySignature, Wallet } from 'xrpl';
import type { XrpAffectedNode, XrpAmount, XrpMetadata, XrpTransaction } from './rpc.ts';

/** The account that owns all coins of a new ledger; everyone knows its key. */
export const treasury = Wallet.fromSeed('snoPBrXtMeMyMHUVTgbuqAfg1SUTb', { algorithm: 'ecdsa-secp256k1' as never });

/** Drops that every account has to keep, and drops that a transaction costs. */
export const RESERVE = 1_000_000n;
export const BASE_FEE = 10n;

export interface SimLedger {
  readonly index: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly closeTime: number;
  readonly transactions: readonly Applied[];
  /** As they are after it. */
  readonly accounts: ReadonlyMap<string, Readonly<Account>>;
}

export interface Applied {
  readonly transaction: SignedTransaction;
  readonly meta: XrpMetadata;
}

/** A transaction of the kinds that the simulated ledger knows. */
export type SignedTransaction = XrpTransaction & {
  readonly Fee: string;
  readonly SigningPubKey?: string;
  readonly NetworkID?: number;
  readonly LastLedgerSequence?: number;
  readonly SendMax?: XrpAmount;
  readonly LimitAmount?: { readonly currency: string; readonly issuer: string };
  readonly SetFlag?: number;
  readonly Owner?: string;
  readonly OfferSequence?: number;
  readonly RawTransactions?: readonly { readonly RawTransaction: Omit<SignedTransaction, 'hash'> }[];
};

interface Account {
  balance: bigint;
  sequence: number;
  requireTag: boolean;
  /** Takes payments of nobody. */
  depositAuth: boolean;
  readonly trusts: Set<string>;
}

interface Escrow {
  readonly to: string;
  readonly drops: bigint;
}

const PARTIAL_PAYMENT = 0x0002_0000;
const REQUIRE_DESTINATION_TAG = 1;
const DEPOSIT_AUTH = 9;

/**
 * An XRP Ledger small enough for tests, with the rules that matter to somebody who is paid and who pays: signatures,
 * sequence numbers, the last ledger a transaction may enter, reserves, required tags, trust, partial payments by path,
 * escrows, deleted accounts and batches. Result codes are those of `rippled`.
 */
export class XrpLedgerSimulator {
  readonly #accounts = new Map<string, Account>();
  readonly #escrows = new Map<string, Escrow>();
  readonly #ledgers: SimLedger[] = [];
  readonly #byHash = new Map<string, Applied & { readonly ledger: number }>();
  #open: SignedTransaction[] = [];
  /** Their numbers are ahead; they enter a ledger once their turn comes. */
  #held: SignedTransaction[] = [];
  /** The amount that payments of XRP are said to have delivered, whatever they did; undefined: the real amount. */
  saysDelivered: string | undefined;
  /** How many of the newest ledgers are closed and not validated yet. */
  unvalidated = 0;
  /** Drops that a transaction has to pay to enter the next ledger; more than {@link BASE_FEE} in busy times. */
  openLedgerFee = BASE_FEE;
  /** The amount that paths from other money to XRP can deliver in one payment. */
  liquidityDrops = 0n;

  constructor() {
    this.#accounts.set(treasury.address, newAccount(100_000_000_000_000_000n, 1));
    this.accept();
  }

  get validated(): SimLedger {
    const last = this.#ledgers.at(-1 - this.unvalidated);
    if (last === undefined) throw new Error('A ledger always has a first one.');
    return last;
  }

  ledgerAt(index: number): SimLedger | undefined {
    return this.#ledgers[index - FIRST];
  }

  find(hash: string): (Applied & { readonly ledger: number }) | undefined {
    return this.#byHash.get(hash);
  }

  account(address: string): Readonly<Account> | undefined {
    return this.#accounts.get(address);
  }

  /** An account as the last validated ledger has it. */
  validatedAccount(address: string): Readonly<Account> | undefined {
    return this.validated.accounts.get(address);
  }

  /** Takes a signed transaction in for the next ledger. Answers with what `rippled` would say at once. */
  submit(blob: string): { readonly result: string; readonly hash: string } {
    const hash = hashOf(blob);
    const transaction = { ...decode(blob), hash } as unknown as SignedTransaction;
    const result = verifySignature(blob) ? this.#precheck(transaction) : 'temBAD_SIGNATURE';
    if (result === 'tesSUCCESS') this.#open.push(transaction);
    if (result === 'terPRE_SEQ') this.#held.push(transaction);
    this.#enterHeld();
    return { result, hash };
  }

  /** Forgets what waits for the next ledger, as a server that restarts does. */
  lose(): void {
    this.#open = [];
    this.#held = [];
  }

  /** The number that an account uses next, behind what waits for the next ledger. */
  nextSequence(address: string): number | undefined {
    const account = this.#accounts.get(address);
    return account && account.sequence + this.#open.filter(({ Account }) => Account === address).length;
  }

  #enterHeld(): void {
    let entered: SignedTransaction | undefined;
    do {
      entered = this.#held.find((each) => this.#precheck(each) === 'tesSUCCESS');
      if (entered !== undefined) this.#open.push(entered);
      this.#held = this.#held.filter((each) => each !== entered);
    } while (entered !== undefined);
  }

  /** Closes the ledger with what was submitted. */
  accept(): SimLedger {
    const index = FIRST + this.#ledgers.length;
    const parentHash = this.#ledgers.at(-1)?.hash ?? '0'.repeat(64);
    const transactions: Applied[] = [];
    for (const transaction of this.#open) this.#apply(transaction, transactions);
    this.#open = [];
    this.#held = this.#held.filter(({ LastLedgerSequence = index + 1 }) => LastLedgerSequence > index);
    const hash = digest(`${parentHash}${index}${transactions.map((each) => each.transaction.hash).join('')}`);
    const closeTime = Math.floor(Date.now() / 1_000) - 946_684_800;
    const accounts = new Map([...this.#accounts].map(([address, account]) => [address, { ...account }]));
    const ledger = { index, hash, parentHash, closeTime, transactions, accounts };
    this.#ledgers.push(ledger);
    for (const applied of transactions) this.#byHash.set(applied.transaction.hash, { ...applied, ledger: index });
    return ledger;
  }

  #precheck(transaction: SignedTransaction): string {
    const sender = this.#accounts.get(transaction.Account);
    if (sender === undefined) return 'terNO_ACCOUNT';
    if (transaction.SigningPubKey === undefined || deriveAddress(transaction.SigningPubKey) !== transaction.Account)
      return 'tefBAD_AUTH';
    const next = this.nextSequence(transaction.Account) ?? 0;
    // The same bytes again, too: a server does not look whether it was they that used the number.
    if (transaction.Sequence < next) return 'tefPAST_SEQ';
    if (transaction.Sequence > next) return 'terPRE_SEQ';
    if ((transaction.LastLedgerSequence ?? Number.POSITIVE_INFINITY) < FIRST + this.#ledgers.length)
      return 'tefMAX_LEDGER';
    if (BigInt(transaction.Fee) < this.openLedgerFee) return 'telINSUF_FEE_P';
    if (sender.balance < BigInt(transaction.Fee)) return 'terINSUF_FEE_B';
    if (transaction.Destination === transaction.Account && transaction.SendMax === undefined) return 'temREDUNDANT';
    const isDirect = transaction.TransactionType === 'Payment' && transaction.SendMax === undefined;
    const isPartial = ((transaction.Flags ?? 0) & PARTIAL_PAYMENT) !== 0;
    return isDirect && isPartial && typeof transaction.Amount === 'string' ? 'temBAD_SEND_XRP_PARTIAL' : 'tesSUCCESS';
  }

  #apply(transaction: SignedTransaction, into: Applied[]): void {
    const balances = new Map([...this.#accounts].map(([address, { balance }]) => [address, balance]));
    const sender = this.#accounts.get(transaction.Account);
    if (sender === undefined) return;
    sender.balance -= BigInt(transaction.Fee);
    sender.sequence += 1;
    const outcome = this.#carryOut(transaction, sender);
    const meta: XrpMetadata = {
      TransactionIndex: into.length,
      TransactionResult: outcome.result,
      delivered_amount: outcome.delivered === undefined ? undefined : (this.saysDelivered ?? outcome.delivered),
      AffectedNodes: this.#affected(balances),
    };
    into.push({ transaction, meta });
    if (transaction.TransactionType !== 'Batch') return;
    for (const { RawTransaction: inner } of transaction.RawTransactions ?? []) {
      this.#apply({ ...inner, hash: hashOf(encode(inner as never)) }, into);
    }
  }

  #carryOut(transaction: SignedTransaction, sender: Account): Outcome {
    switch (transaction.TransactionType) {
      case 'Payment':
        return this.#pay(transaction, sender);
      case 'AccountSet':
        sender.requireTag ||= transaction.SetFlag === REQUIRE_DESTINATION_TAG;
        sender.depositAuth ||= transaction.SetFlag === DEPOSIT_AUTH;
        return done;
      case 'TrustSet':
        sender.trusts.add(moneyName(transaction.LimitAmount ?? {}));
        return done;
      case 'EscrowCreate': {
        const drops = BigInt(String(transaction.Amount));
        if (sender.balance - drops < RESERVE) return { result: 'tecUNFUNDED' };
        sender.balance -= drops;
        this.#escrows.set(`${transaction.Account}:${transaction.Sequence}`, {
          to: transaction.Destination ?? '',
          drops,
        });
        return done;
      }
      case 'EscrowFinish': {
        const key = `${transaction.Owner}:${transaction.OfferSequence}`;
        const escrow = this.#escrows.get(key);
        const receiver = this.#accounts.get(escrow?.to ?? '');
        if (escrow === undefined || receiver === undefined) return { result: 'tecNO_TARGET' };
        receiver.balance += escrow.drops;
        this.#escrows.delete(key);
        return done;
      }
      case 'AccountDelete': {
        const receiver = this.#accounts.get(transaction.Destination ?? '');
        if (receiver === undefined) return { result: 'tecNO_DST' };
        if (receiver.requireTag && transaction.DestinationTag === undefined) return { result: 'tecDST_TAG_NEEDED' };
        receiver.balance += sender.balance;
        this.#accounts.delete(transaction.Account);
        return done;
      }
      case 'Batch':
        return done;
      default:
        return { result: 'tecINTERNAL' };
    }
  }

  #pay({ Destination, DestinationTag, Amount, SendMax, Flags = 0 }: SignedTransaction, sender: Account): Outcome {
    if (Destination === undefined || Amount === undefined) return { result: 'tecINTERNAL' };
    const receiver = this.#accounts.get(Destination);
    if (receiver?.requireTag === true && DestinationTag === undefined) return { result: 'tecDST_TAG_NEEDED' };
    if (receiver?.depositAuth === true) return { result: 'tecNO_PERMISSION' };
    if (typeof Amount !== 'string') {
      if (receiver === undefined) return { result: 'tecNO_DST' };
      return receiver.trusts.has(moneyName(Amount)) ? { ...done, delivered: Amount } : { result: 'tecPATH_DRY' };
    }
    const requested = BigInt(Amount);
    const byPath = SendMax !== undefined && typeof SendMax !== 'string';
    const drops = byPath && this.liquidityDrops < requested ? this.liquidityDrops : requested;
    if (drops < requested && (Flags & PARTIAL_PAYMENT) === 0) return { result: 'tecPATH_PARTIAL' };
    if (receiver === undefined && drops < RESERVE) return { result: 'tecNO_DST_INSUF_XRP' };
    if (!byPath && sender.balance - drops < RESERVE) return { result: 'tecUNFUNDED_PAYMENT' };
    if (!byPath) sender.balance -= drops;
    if (receiver === undefined) this.#accounts.set(Destination, newAccount(drops, FIRST + this.#ledgers.length));
    else receiver.balance += drops;
    return { ...done, delivered: drops.toString() };
  }

  #affected(before: ReadonlyMap<string, bigint>): XrpAffectedNode[] {
    const kind = 'AccountRoot';
    const nodes = [...this.#accounts].flatMap(([Account, { balance }]): XrpAffectedNode[] => {
      const old = before.get(Account);
      const fields = { Account, Balance: balance.toString() };
      if (old === undefined) return [{ CreatedNode: { LedgerEntryType: kind, NewFields: fields } }];
      if (old === balance) return [];
      const PreviousFields = { Balance: old.toString() };
      return [{ ModifiedNode: { LedgerEntryType: kind, FinalFields: fields, PreviousFields } }];
    });
    const gone = [...before.keys()].filter((address) => !this.#accounts.has(address));
    const deleted = gone.map((Account) => ({
      DeletedNode: { LedgerEntryType: kind, FinalFields: { Account, Balance: '0' } },
    }));
    return [...nodes, ...deleted];
  }
}

interface Outcome {
  readonly result: string;
  readonly delivered?: XrpAmount;
}

const done: Outcome = { result: 'tesSUCCESS' };

/** The number of the first ledger. */
const FIRST = 1_000;

function newAccount(balance: bigint, sequence: number): Account {
  return { balance, sequence, requireTag: false, depositAuth: false, trusts: new Set() };
}

function moneyName({ currency, issuer }: { readonly currency?: string; readonly issuer?: string }): string {
  return `${currency}.${issuer}`;
}

/** The hash of a transaction: the first half of SHA-512 over a prefix and its bytes. */
function hashOf(blob: string): string {
  return digest(Buffer.concat([Buffer.from('54584E00', 'hex'), Buffer.from(blob, 'hex')]));
}

function digest(bytes: string | Buffer): string {
  return createHash('sha512').update(bytes).digest('hex').slice(0, 64).toUpperCase();
}
