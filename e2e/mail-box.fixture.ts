import { setTimeout as sleep } from 'node:timers/promises';

/** The mails in the mail catcher. */
export interface MailBox {
  /**
   * The six digits of a mail, which the worker sends in its own time.
   * @param about what else its text says: somebody who is mailed several codes has older ones too
   * @throws Error when none comes within a minute
   */
  codeOf(to: string, subject: string, about?: string): Promise<string>;
  /** The first link of a mail that leads here. @throws Error as above */
  linkOf(to: string, subject: string): Promise<string>;
  /** The text of a mail. @param about what else it says @throws Error as above */
  textOf(to: string, subject: string, about?: string): Promise<string>;
  /** The headers of a mail, by name in lower case. @param about the same @throws Error as above */
  headersOf(to: string, subject: string, about?: string): Promise<Readonly<Record<string, string>>>;
  /** Whether a mail came there by now. */
  has(to: string, subject: string): Promise<boolean>;
}

/** @param mailUi where the mail catcher shows its mails */
export function openMailBox(mailUi: string | null): MailBox {
  const read = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${mailUi}${path}`)).json()) as { data: T }).data;
  const mailsOf = async (to: string, subject: string) =>
    (await read<Mail[]>('/api/messages')).filter((mail) => mail.to.includes(to) && mail.subject === subject);
  async function findIn<T>(to: string, subject: string, partOf: (mail: WholeMail) => T | undefined): Promise<T> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      for (const { id } of await mailsOf(to, subject)) {
        const part = partOf(await read<WholeMail>(`/api/messages/${id}`));
        if (part !== undefined) return part;
      }
      await sleep(PAUSE_MS);
    }
    throw new Error(`No mail "${subject}" came to ${to}.`);
  }
  const find = (to: string, subject: string, pattern: RegExp, about = '') =>
    findIn(to, subject, ({ text }) => (text.includes(about) ? pattern.exec(text)?.[0] : undefined));
  return {
    has: async (to, subject) => (await mailsOf(to, subject)).length > 0,
    // Amounts have six places too; a code has no digits or points around it.
    codeOf: (to, subject, about) => find(to, subject, /(?<![\d.])\b\d{6}\b(?!\.\d)/, about),
    textOf: (to, subject, about) => find(to, subject, /^.*$/s, about),
    linkOf: (to, subject) => find(to, subject, /https?:\/\/\S+/),
    headersOf: (to, subject, about = '') =>
      findIn(to, subject, ({ text, headers }) => (text.includes(about) ? headers : undefined)),
  };
}

interface Mail {
  readonly id: number;
  readonly to: readonly string[];
  readonly subject: string;
}

interface WholeMail {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

const LOOKS = 300;
const PAUSE_MS = 200;
