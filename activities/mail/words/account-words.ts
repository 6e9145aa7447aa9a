import type { AccountMailKind } from '../../../domain/accounts/account-mail.ts';

/** The words of one mail. `{email}` is put in as text. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The text of the button, if the mail has a link. */
  readonly link?: string;
  /** Why it is sent, to somebody without an account. */
  readonly footer?: string;
}

/** Everything mails about accounts say in one language. */
export interface AccountWords {
  readonly mails: Readonly<Record<AccountMailKind, MailWords>>;
  readonly labels: Readonly<Record<'browser' | 'ip' | 'time' | 'inviter' | 'company', string>>;
  /** Under every code. */
  readonly codeHint: string;
  readonly footer: string;
}
