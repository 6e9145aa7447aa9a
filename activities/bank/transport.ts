/** A file that the bank has left for us. */
export interface FileFromBank {
  readonly name: string;
  /** Why it is not read at all, such as that anybody could have put it there; null: it can be read. */
  readonly problem: string | null;
  read(): Promise<Buffer>;
  /** Its row exists, so it can go from where it was found. A refused one stays beside, for operators. */
  taken(isRefused: boolean): Promise<void>;
}

/** How files go to the bank and come from it. Every call may fail before, during or after what it does. */
export interface BankTransport {
  /** The files that wait there now. */
  incoming(): AsyncIterable<FileFromBank>;
  /** Brings a file near, where the bank does not see it yet. Repeating it changes nothing. */
  stage(name: string, bytes: Buffer): Promise<void>;
  /** The bank has the file once this returns. @throws NotDeliveredError if it certainly does not have it */
  deliver(name: string, bytes: Buffer): Promise<void>;
  /** The outcome of a delivery that was begun: `staged` is not with the bank, `unknown` only the bank can say. */
  lookUp(name: string): Promise<'delivered' | 'staged' | 'unknown'>;
  close(): Promise<void>;
}

/** A delivery failed before the bank could have the file, so it can be sent again. */
export class NotDeliveredError extends Error {
  override readonly name = 'NotDeliveredError';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Nothing larger is read. */
export const MAX_FILE_BYTES = 200_000_000;
