import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type CaughtMail, toCaughtMail } from './caught-mail.ts';
import { inboxPage, messagePage } from './mail-pages.ts';

/** A mail server that keeps what it is sent and shows it on a page; nothing leaves the machine. */
export interface RunningMailCatcher {
  /** For the mailer: `smtp://127.0.0.1:port`. */
  readonly smtpUrl: string;
  /** The page; `/api/messages` and `/api/messages/:id` answer the same as JSON. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface MailCatcherOptions {
  /** 0 lets the system choose. */
  readonly smtpPort?: number;
  readonly httpPort?: number;
  /** How many messages are kept; the oldest go first. */
  readonly keep?: number;
}

const host = '127.0.0.1';
const maxMessageBytes = 10 * 1024 * 1024;

/** Starts the mail catcher on 127.0.0.1. Any sender, recipient and password is accepted. */
export async function startMailCatcher(options: MailCatcherOptions = {}): Promise<RunningMailCatcher> {
  const mails: CaughtMail[] = [];
  const keep = options.keep ?? 500;
  let lastId = 0;

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxMessageBytes,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    onData: (stream, session, done) => {
      readSource(stream)
        .then(async (source) => {
          lastId += 1;
          mails.push(
            toCaughtMail(
              lastId,
              source,
              await PostalMime.parse(source),
              session.envelope.rcptTo.map((to) => to.address),
            ),
          );
          mails.splice(0, Math.max(0, mails.length - keep));
          done();
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
  });
  // A sender that hangs up in the middle is its own affair.
  smtp.on('error', () => {});
  const web = createServer((request, response) => send(response, answerTo(mails, request)));

  const smtpPort = await listen(smtp.server, () => smtp.listen(options.smtpPort ?? 0, host));
  const httpPort = await listen(web, () => web.listen(options.httpPort ?? 0, host));
  return {
    smtpUrl: `smtp://${host}:${smtpPort}`,
    url: `http://localhost:${httpPort}`,
    stop: async () => {
      web.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => web.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
}

interface Listening {
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'listening', listener: () => void): unknown;
  address(): AddressInfo | string | null;
}

function listen(server: Listening, start: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
    start();
  });
}

async function readSource(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

interface Answer {
  readonly status: number;
  readonly type: 'text/html' | 'text/plain' | 'application/json';
  readonly body: string;
}

/**
 * Whether a program of this machine asks, or a person who opened the page: not a name that a stranger's DNS leads here
 * (rebinding), not another site's script, frame or form, and nothing but reading and clearing. Webhooks post.
 */
function isOwnRequest({ headers, method }: IncomingMessage): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (!['localhost', '127.0.0.1', '[::1]'].includes(name)) return false;
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return false;
  const site = headers['sec-fetch-site'];
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !(isLink && method === 'GET')) return false;
  return method === 'GET' || method === 'HEAD' || method === 'DELETE';
}

function answerTo(mails: CaughtMail[], request: IncomingMessage): Answer {
  if (!isOwnRequest(request)) {
    const body = 'Open this page by its address on this machine, as npm start prints it.\n';
    return { status: 403, type: 'text/plain', body };
  }
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/') return html(inboxPage(mails.toReversed()));
  if (pathname === '/api/messages') {
    if (request.method === 'DELETE') mails.length = 0;
    return json(mails.toReversed().map(summary));
  }
  const parts = pathname.split('/').filter(Boolean);
  const mail = mails.find((candidate) => String(candidate.id) === parts.at(-1));
  if (mail === undefined) return { status: 404, type: 'text/plain', body: 'There is no such message.\n' };
  if (parts[0] === 'api') return json(mail);
  return html(parts[0] === 'html' ? mail.html : messagePage(mail));
}

function html(body: string): Answer {
  return { status: 200, type: 'text/html', body };
}

function json(data: unknown): Answer {
  return { status: 200, type: 'application/json', body: JSON.stringify({ data }) };
}

function summary({ id, receivedAt, from, to, subject }: CaughtMail): Partial<CaughtMail> {
  return { id, receivedAt, from, to, subject };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    // Mails are foreign text: no script of theirs runs, whatever is in them.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'; sandbox allow-popups allow-same-origin",
  });
  response.end(body);
}
