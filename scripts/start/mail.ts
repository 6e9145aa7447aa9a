import { loadSetting } from '../../settings/load.ts';
import { say } from '../progress.ts';
import { startMailCatcher } from '../services/mail-catcher.ts';

/** Where programs send mails, and where a person reads them; a server of one's own has no page here. */
export interface MailServer {
  readonly smtpUrl: string;
  readonly mailUi: string | null;
}

/** Starts the mail catcher, unless the environment names another mail server. */
export async function startMail({
  ports,
  closers,
}: {
  readonly ports: { readonly smtp: number; readonly mailUi: number };
  readonly closers: (() => Promise<void>)[];
}): Promise<MailServer> {
  const given = loadSetting(process.env, 'SMTP_URL');
  if (given) {
    say('Mail: using SMTP_URL.');
    return { smtpUrl: given, mailUi: null };
  }
  const catcher = await startMailCatcher({ smtpPort: ports.smtp, httpPort: ports.mailUi });
  closers.push(() => catcher.stop());
  return { smtpUrl: catcher.smtpUrl, mailUi: catcher.url };
}
