import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { CliError, EXIT, type Io } from './io.ts';
import { sendWebhook, signWebhook } from './sign.ts';

/** A webhook that an endpoint gets, and the answers that are right. */
interface Check {
  readonly name: string;
  readonly isRight: (outcome: number | string) => boolean;
  readonly send: (url: string, key: string) => Promise<number | string>;
  readonly advice: string;
}

const isReceived = (outcome: number | string) => typeof outcome === 'number' && outcome >= 200 && outcome < 300;
const isRefused = (outcome: number | string) => typeof outcome === 'number' && outcome >= 400 && outcome < 500;

const testEvent = () => ({
  id: randomUUID(),
  body: JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { id: randomUUID(), mode: 'sandbox', message: 'This is a test. Nothing was paid.' },
  }),
});

const CHECKS: readonly Check[] = [
  {
    name: 'a webhook with the right signature is received',
    isRight: isReceived,
    send: (url, key) => sendWebhook(url, signWebhook(key, testEvent())),
    advice: 'Answer 2xx within 10 seconds. A redirect is a failure. Is the notification key the right one?',
  },
  {
    name: 'the same webhook a second time is received',
    isRight: isReceived,
    send: async (url, key) => {
      const signed = signWebhook(key, testEvent());
      await sendWebhook(url, signed);
      return sendWebhook(url, signed);
    },
    advice: 'Each event can arrive several times: answer 2xx to those you know.',
  },
  {
    name: 'a webhook with a wrong signature is refused',
    isRight: isRefused,
    send: (url) => sendWebhook(url, signWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, testEvent())),
    advice: 'Anyone could mark orders as paid. Verify the signature and answer 400.',
  },
  {
    name: 'a webhook whose body was changed is refused',
    isRight: isRefused,
    send: (url, key) => {
      const { body, headers } = signWebhook(key, testEvent());
      return sendWebhook(url, { body: body.replace('Nothing', 'All'), headers });
    },
    advice: 'Verify the signature over the bytes as they arrived.',
  },
  {
    name: 'a webhook without signature is refused',
    isRight: isRefused,
    send: (url) => sendWebhook(url, { body: testEvent().body, headers: { 'content-type': 'application/json' } }),
    advice: 'Refuse requests without webhook-signature.',
  },
];

/** Adds `doctor`. */
export function addDoctor(program: Command, io: Io): void {
  program
    .command('doctor <url>')
    .description(
      'check that an endpoint receives webhooks and refuses forged ones; TIDEGATE_NOTIFICATION_KEY signs them',
    )
    .action(async (url: string) => {
      if (!URL.canParse(url)) throw new CliError(`${url} is no URL.`, EXIT.usage);
      const key = io.env.TIDEGATE_NOTIFICATION_KEY;
      if (key === undefined)
        throw new CliError('Set TIDEGATE_NOTIFICATION_KEY to the key of the endpoint.', EXIT.usage);
      let failed = 0;
      for (const { name, isRight, send, advice } of CHECKS) {
        const outcome = await send(url, key);
        const right = isRight(outcome);
        if (!right) failed += 1;
        io.say(`${right ? 'ok  ' : 'FAIL'} ${name} (${outcome})${right ? '' : `\n     ${advice}`}`);
      }
      if (failed > 0) throw new CliError(`${failed} of ${CHECKS.length} checks failed.`);
    });
}
