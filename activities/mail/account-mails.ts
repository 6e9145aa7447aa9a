import type { AccountMail } from '../../domain/accounts/account-mail.ts';
import type { Language } from '../../domain/languages.ts';
import { oneLine } from '../../domain/text/plain-text.ts';
import { type MailContent, renderMail } from './template.ts';
import { momentIn } from './times.ts';
import { asMailbox, asName, fill } from './values.ts';
import type { AccountWords, MailWords } from './words/account-words.ts';
import { ACCOUNT_WORDS } from './words/all.ts';

/**
 * A mail about an account, as text and as HTML; what people typed is shown as text, on one line and without links,
 * whatever it contains (hazard 71).
 */
export function accountMail({ kind, values }: AccountMail, language: Language): MailContent {
  const words = ACCOUNT_WORDS[language];
  const given: Readonly<Record<string, string | undefined>> = { ...values };
  const plain: typeof given = {
    ...given,
    ...(given.about === undefined ? {} : { what: subjectOf(words, given.about) }),
    ...(given.time === undefined ? {} : { time: timeIn(given.time, language) }),
  };
  const own = { ...ownOf(given), ...(given.email === undefined ? {} : { email: asMailbox(given.email) }) };
  const { subject, heading, paragraphs, link, footer } = words.mails[kind];
  return renderMail({
    language,
    sender: 'Tidegate',
    subject: `${plain.mode === 'sandbox' ? '[Sandbox] ' : ''}${fill(subject, plain, own)}`,
    heading: fill(heading, plain, own),
    code: plain.code === undefined ? undefined : { value: oneLine(plain.code), hint: words.codeHint },
    paragraphs: paragraphs.map((each) => fill(each, plain, own)),
    facts: (kind === 'team_invited' ? QUOTED : ORIGIN).flatMap((name) => {
      const value = plain[name];
      if (value === undefined) return [];
      return [
        { label: words.labels[name], value: kind === 'team_invited' ? asGiven(value) : value, isOwn: name === 'ip' },
      ];
    }),
    button: plain.url === undefined || link === undefined ? undefined : { label: link, url: plain.url },
    footer: [footer ?? words.footer],
  });
}

/** The minute of an `Origin`, as readers of the language write it. */
function timeIn(time: string, language: Language): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC$/.exec(time) ?? [];
  return day === undefined || minute === undefined ? time : momentIn(`${day}T${minute}:00Z`, language);
}

/** How a mail about more of a kind names it. */
function subjectOf({ mails }: AccountWords, kind: string): string {
  const subjects: Readonly<Record<string, MailWords | undefined>> = mails;
  return subjects[kind]?.subject ?? '';
}

/**
 * Values that the product made or has checked: its own links and files, and the source or target of money or a request.
 */
function ownOf(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(OWN.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

const OWN = ['url', 'stop', 'report', 'address'] as const;

const ORIGIN = ['browser', 'ip', 'time'] as const;
/** A stranger's text: marked as theirs before it is shown. */
const QUOTED = ['inviter', 'company'] as const;

/** A stranger's words in quotation marks. */
function asGiven(text: string): string {
  return `“${asName(text)}”`;
}
