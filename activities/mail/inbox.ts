import { ImapFlow } from 'imapflow';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { GivenFile } from '../../db/support/attachments.ts';
import {
  beginMailbox,
  type MailDesk,
  type MailOutcome,
  noteRead,
  readPosition,
  skipMail,
  takeMail,
} from '../../db/support/mailbox.ts';
import { fileTypeOf, MAX_FILE_BYTES } from '../../domain/compliance/file-kind.ts';
import { plainMessageId, type SupportMail } from '../../domain/support/mail.ts';
import { MAX_ATTACHMENTS } from '../../domain/support/ticket.ts';
import type { InboxSettings } from '../../settings/servers.ts';
import { type Rounds, startRounds } from '../rounds.ts';

export interface InboxDeps extends Omit<MailDesk, 'address'> {
  /** The mailbox of support. */
  readonly address: string;
  readonly inbox: InboxSettings;
  readonly nowMs: () => number;
  readonly onTrouble: (error: unknown) => void;
}

/** Reads the mailbox of support until it is stopped. Several processes may: each email is taken once. */
export function startInbox(deps: InboxDeps): Rounds {
  const look = createInboxWatch(deps);
  return startRounds(async (signal) => {
    await look(signal).catch(deps.onTrouble);
    return EVERY_MS;
  });
}

const EVERY_MS = 15_000;
const ALERT = { kind: 'support_mailbox_away', subject: 'support' } as const;
const AWAY_AFTER_MS = 15 * 60_000;

/**
 * One look after the other. Operators are alerted when no process has read the mailbox for a quarter of an hour, which
 * this one has tried: after a pause of the whole gateway, the first failure is none.
 */
export function createInboxWatch(deps: InboxDeps): (signal?: AbortSignal) => Promise<void> {
  const { db, inbox, nowMs, onTrouble } = deps;
  const reader = createInboxReader(deps);
  const { mailbox } = serverOf(inbox);
  const startedMs = nowMs();
  return async (signal) => {
    try {
      await reader.read(signal);
      await resolveAlert(db, ALERT);
    } catch (error) {
      onTrouble(error);
      const readMs = (await readPosition(db, mailbox))?.readAt.getTime() ?? 0;
      if (nowMs() - Math.max(startedMs, readMs) <= AWAY_AFTER_MS) return;
      const message = `The mailbox of support has not been read for 15 minutes: ${wordsOf(error)}`;
      await raiseAlert(db, { ...ALERT, message });
    }
  };
}

/** The words of the server, if there are any. */
function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const said = error instanceof Error && 'responseText' in error ? `${words}: ${String(error.responseText)}` : words;
  return said.slice(0, 300);
}

export interface InboxReader {
  /** One look at the mailbox. @returns what became of each email, in order */
  read(signal?: AbortSignal): Promise<readonly MailOutcome[]>;
}

/** A larger email is read without its files. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
/** Of a larger one: its head, and the text that comes before its files. */
const HEAD_BYTES = 256 * 1024;
/** After so many looks in which the same email fails, it is left to people. */
const MAX_FAILURES = 5;
/** After the server has numbered everything again: older emails were read long ago. */
const LOOK_BACK_MS = 24 * 3_600_000;

/** Reads by connections of its own, each for one look: nothing waits for a server that is gone. */
export function createInboxReader(deps: InboxDeps): InboxReader {
  const failures = new Map<number, number>();
  const { db, inbox } = deps;
  const server = serverOf(inbox);

  async function take(client: ImapFlow, uidValidity: number, { uid, size }: Found): Promise<MailOutcome> {
    const place = { mailbox: server.mailbox, uidValidity, uid };
    try {
      const isWhole = size <= MAX_MAIL_BYTES;
      const source = isWhole ? true : { start: 0, maxLength: HEAD_BYTES };
      const got = await client.fetchOne(String(uid), { source }, { uid: true });
      // Somebody has removed it meanwhile.
      if (got === false || got.source === undefined) {
        await skipMail(db, place);
        return 'unreadable';
      }
      const outcome = await takeMail(deps, { ...place, ...(await readMail(got.source, isWhole)) }, deps.nowMs());
      failures.delete(uid);
      return outcome;
    } catch (error) {
      const count = (failures.get(uid) ?? 0) + 1;
      failures.set(uid, count);
      if (!client.usable || count < MAX_FAILURES) throw error;
      deps.onTrouble(error);
      failures.delete(uid);
      await skipMail(db, place);
      return 'unreadable';
    }
  }

  return {
    async read(signal) {
      const client = new ImapFlow({ ...server.options, logger: false, disableAutoIdle: true });
      // Said by the call that it belongs to.
      client.on('error', () => {});
      const outcomes: MailOutcome[] = [];
      try {
        await client.connect();
        const { uidValidity, uids } = await findNew(deps, client, server.mailbox);
        for (const found of uids) {
          if (signal?.aborted === true) break;
          const outcome = await take(client, uidValidity, found);
          outcomes.push(outcome);
          await client.messageFlagsAdd(String(found.uid), [FLAGS[outcome]], { uid: true });
        }
        if (signal?.aborted !== true) await noteRead(db, server.mailbox);
        await client.logout();
      } finally {
        client.close();
      }
      return outcomes;
    },
  };
}

/** People who open the mailbox see what is in a ticket as read, and a star at what is in none. */
const FLAGS: Readonly<Record<MailOutcome, string>> = {
  reply: '\\Seen',
  unverified: '\\Seen',
  ticket: '\\Seen',
  known: '\\Seen',
  automatic: '\\Seen',
  limited: '\\Flagged',
  unreadable: '\\Flagged',
};

interface Found {
  readonly uid: number;
  readonly size: number;
}

/** The emails after the last one that was taken; at the very first look none, because people have read those. */
async function findNew(
  { db, nowMs }: Pick<InboxDeps, 'db' | 'nowMs'>,
  client: ImapFlow,
  mailbox: string,
): Promise<{ readonly uidValidity: number; readonly uids: readonly Found[] }> {
  const box = await client.mailboxOpen('INBOX');
  const uidValidity = Number(box.uidValidity);
  const known = await readPosition(db, mailbox);
  const isSame = known?.uidValidity === uidValidity;
  if (!isSame) {
    const since = known === undefined ? nowMs() : Math.min(nowMs(), known.readAt.getTime() - LOOK_BACK_MS);
    const recent = known === undefined ? [] : await client.search({ since: new Date(since) }, { uid: true });
    const first = Math.min(box.uidNext, ...(recent || []));
    await beginMailbox(db, mailbox, { uidValidity, lastUid: first - 1 });
  }
  const lastUid = isSame ? known.lastUid : ((await readPosition(db, mailbox))?.lastUid ?? box.uidNext - 1);
  // A range without an end always has the newest email, whatever its number.
  const found = await client.fetchAll(`${lastUid + 1}:*`, { uid: true, size: true }, { uid: true });
  const uids = found.filter(({ uid }) => uid > lastUid).map(({ uid, size }) => ({ uid, size: size ?? 0 }));
  return { uidValidity, uids: uids.sort((one, other) => one.uid - other.uid) };
}

function serverOf({ url, ca }: InboxSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'imaps:';
  const user = decodeURIComponent(username);
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // Without encryption, the password would be anybody's: a server that offers none is not used.
    ...(secure ? {} : { doSTARTTLS: true }),
    auth: { user, pass: decodeURIComponent(password) },
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    maxLiteralSize: MAX_MAIL_BYTES + 1024,
  };
  return { options, mailbox: `${user}@${hostname}:${options.port}/INBOX`.slice(-500) };
}

async function readMail(
  source: Uint8Array,
  isWhole: boolean,
): Promise<{
  readonly mail: SupportMail;
  readonly files: readonly GivenFile[];
  readonly refusals: readonly string[];
}> {
  const email = await PostalMime.parse(source);
  const { files, refusals } = isWhole ? sortFiles(email.attachments) : { files: [], refusals: [TOO_LARGE] };
  return { mail: mailOf(email), files, refusals };
}

const TOO_LARGE = `The email was larger than ${MAX_MAIL_BYTES / 1024 / 1024} MB. Its files were not kept.`;

function mailOf(email: Email): SupportMail {
  const headers = new Map(email.headers.map(({ key, value }) => [key.toLowerCase(), value]));
  const lists = [email.to, email.cc, email.bcc].flatMap((each) => each ?? []);
  const named = lists.flatMap((each) => each.group ?? [each]).flatMap(({ address }) => address ?? []);
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) => headers.get(name) ?? []);
  return {
    from: (email.from?.address ?? '').trim().toLowerCase(),
    name: email.from?.name ?? '',
    to: [...delivered, ...named].map((address) => address.trim().replace(/^<|>$/g, '')),
    id: plainMessageId(email.messageId),
    subject: email.subject ?? '',
    text: email.text ?? textOfHtml(email.html ?? ''),
    headers,
  };
}

/** Far beyond the longest message, and short enough that nothing in it takes long to read. */
const MAX_HTML = 50_000;

/** The words of an email that has no text of its own. They are only ever shown as text. */
function textOfHtml(html: string): string {
  return html
    .slice(0, MAX_HTML)
    .replaceAll(/<(style|script|head|title)\b.*?<\/\1\s*>/gis, '')
    .replaceAll(/<br\b[^<>]*>|<\/(p|div|tr|li|h\d)\s*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** The files that are kept, and what is said of the others. Pictures within a text, such as logos, are no files. */
function sortFiles(attachments: readonly Attachment[]): { files: GivenFile[]; refusals: string[] } {
  const files: GivenFile[] = [];
  const refusals: string[] = [];
  for (const { filename, content, disposition, related } of attachments) {
    if (related === true || disposition === 'inline') continue;
    const name = (filename ?? 'file').replaceAll(/[\p{Cc}\p{Cf}[\]]/gu, '').slice(-80);
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    if (files.length >= MAX_ATTACHMENTS) refusals.push(`Not kept: ${name}. An email has ${MAX_ATTACHMENTS} files.`);
    else if (bytes.length > MAX_FILE_BYTES) refusals.push(`Not kept: ${name}. It is larger than 10 MB.`);
    else if (fileTypeOf(bytes) === undefined) refusals.push(`Not kept: ${name}. It is no PDF, JPG or PNG.`);
    else files.push({ fileName: name, bytes });
  }
  return { files, refusals: refusals.slice(0, 10) };
}
