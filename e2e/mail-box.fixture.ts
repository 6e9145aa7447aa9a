import { setTimeout as sleep } from 'node:timers/promises';

/** What came to the mail catcher. */
export interface MailBox {
  /** The six digits of a mail, which the worker sends in its own time. @throws Error when none comes within a minute */
  codeOf(to: string, subject: string): Promise<string>;
}

/** @param mailUi where the mail catcher shows its mails */
export function openMailBox(mailUi: string | null): MailBox {
  const read = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${mailUi}${path}`)).json()) as { data: T }).data;
  return {
    async codeOf(to, subject) {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        const list = await read<{ id: number; to: string[]; subject: string }[]>('/api/messages');
        const found = list.find((mail) => mail.to.includes(to) && mail.subject === subject);
        if (found !== undefined) {
          const { text } = await read<{ text: string }>(`/api/messages/${found.id}`);
          const code = /\b\d{6}\b/.exec(text)?.[0];
          if (code !== undefined) return code;
        }
        await sleep(PAUSE_MS);
      }
      throw new Error(`No mail "${subject}" came to ${to}.`);
    },
  };
}

const LOOKS = 300;
const PAUSE_MS = 200;
