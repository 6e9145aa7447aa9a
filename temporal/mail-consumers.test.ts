import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { MAIL_SEND } from '../activities/mail/sending.ts';
import { sendAccountMail } from '../db/accounts/mails.ts';
import { createInProcessBus } from '../db/bus/in-process.ts';
import { startRelay } from '../db/bus/relay.ts';
import { enqueue } from '../db/core/outbox.ts';
import { inTransaction } from '../db/core/sequelize.ts';
import { openTestDatabase } from '../db/database.fixture.ts';
import { testBox, testEncryptionKey } from '../db/testing.fixture.ts';
import { newId } from '../domain/ids.ts';
import { until } from '../scripts/testing/until.ts';
import { testConfig } from '../settings/config.fixture.ts';
import { consumeMails } from './mail-consumers.ts';

const { db } = await openTestDatabase();
const CODE_TO = 'owner@shop.example';

/** A mail server that lets mails wait for its answer until it is released; only codes are taken at once. */
async function startSlowSmtp() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on('end', () => {
        const [to = ''] = envelope.rcptTo.map(({ address }) => address);
        const take = () => {
          taken.push(to);
          done();
        };
        if (isReleased || to === CODE_TO) take();
        else waiting.push(take);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    waiting,
    release: () => {
      isReleased = true;
      for (const take of waiting.splice(0)) take();
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test('a code passes other mails, however many wait for the mail server', async () => {
  const smtp = await startSlowSmtp();
  const config = { ...testConfig({ SMTP_URL: smtp.url }), encryptionKey: testEncryptionKey };
  const bus = createInProcessBus();
  const closeMailers = await consumeMails(bus, { db, config, log: pino({ enabled: false }) });
  const relay = await startRelay(db, bus, { maxInFlight: 10 });
  const to = (at: number) => `reader-${at}@shop.example`;
  const values = { company: 'Quay & Sons' };
  await inTransaction(db, async (tx) => {
    for (let at = 0; at < 30; at += 1) {
      await sendAccountMail(tx, testBox, { to: to(at), language: 'en', kind: 'team_blocked', values });
      const mail = { messageId: `${newId()}@pay.example`, to: to(at), replyTo: null };
      await enqueue(tx, [
        { topic: MAIL_SEND, payload: { ...mail, subject: 'Paid', text: 'Paid', html: '<p>Paid</p>' } },
      ]);
    }
  });
  await until(async () => smtp.waiting.length > 2, 'all connections of other mails are busy');
  const code = { to: CODE_TO, language: 'en', kind: 'reset_code', values: { code: '042137', url: smtp.url } } as const;
  await inTransaction(db, (tx) => sendAccountMail(tx, testBox, code));
  await until(async () => smtp.taken.length > 0, 'the code is taken');
  expect(smtp.taken).toEqual([CODE_TO]);
  smtp.release();
  await until(async () => smtp.taken.length === 61, 'the others are taken');
  await relay.close();
  await bus.close();
  closeMailers();
  await smtp.stop();
});
