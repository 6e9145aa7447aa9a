import type { CaughtMail } from '../../scripts/services/caught-mail.ts';
import { type RunningMailCatcher, startMailCatcher } from '../../scripts/services/mail-catcher.ts';
import { type Mailer, openMailer } from './mailer.ts';

/** A mailer whose server keeps everything it is handed. */
export interface CaughtMails {
  readonly mailer: Mailer;
  readonly smtpUrl: string;
  /** All that came in, oldest first. */
  read(): Promise<CaughtMail[]>;
  stop(): Promise<void>;
}

/** Starts a mail catcher of the test's own, and a mailer that sends to it. */
export async function catchMails(): Promise<CaughtMails> {
  const catcher: RunningMailCatcher = await startMailCatcher();
  const mailer = openMailer({ smtpUrl: catcher.smtpUrl, from: 'Tidegate <no-reply@pay.example>' });
  const get = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${catcher.url}${path}`)).json()) as { data: T }).data;
  return {
    mailer,
    smtpUrl: catcher.smtpUrl,
    read: async () => {
      const list = await get<{ id: number }[]>('/api/messages');
      const ids = list.map(({ id }) => id).sort((one, other) => one - other);
      return Promise.all(ids.map((id) => get<CaughtMail>(`/api/messages/${id}`)));
    },
    stop: async () => {
      mailer.close();
      await catcher.stop();
    },
  };
}
