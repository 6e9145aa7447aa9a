import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MadeCertificate } from '../../settings/certificates.fixture.ts';

export interface Smtp {
  readonly url: string;
  readonly port: number;
  /** Of each mail that it took, whether it came encrypted. */
  readonly encrypted: readonly boolean[];
  stop(): Promise<void>;
}

/**
 * A mail server with set answers: `{ RCPT: '550 no such mailbox' }`; everything else is accepted. With a certificate it
 * offers STARTTLS.
 */
export async function startSmtp(
  answers: Partial<Record<'MAIL' | 'RCPT' | 'DATA', string>>,
  certificate?: MadeCertificate,
): Promise<Smtp> {
  const encrypted: boolean[] = [];
  const answer = (at: keyof typeof answers, done: (error?: Error | null) => void) => {
    const text = answers[at];
    if (text === undefined) return done();
    const [code = '', ...words] = text.split(' ');
    done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }));
  };
  const server = new SMTPServer({
    authOptional: true,
    ...(certificate ?? { disabledCommands: ['STARTTLS'] }),
    disableReverseLookup: true,
    logger: false,
    hideENHANCEDSTATUSCODES: true,
    onMailFrom: (_address, _session, done) => answer('MAIL', done),
    onRcptTo: (_address, _session, done) => answer('RCPT', done),
    onData: (stream, { secure }, done) => {
      stream.resume();
      stream.on('end', () => {
        encrypted.push(secure);
        answer('DATA', done);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    encrypted,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
