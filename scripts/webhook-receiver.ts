// `npm run webhook-receiver`: a shop's endpoint to try webhooks with. Prints each one it could verify; refuses the
// others.
import '../db/core/require-node.ts';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { say } from './progress.ts';
import type { Started } from './start/announce.ts';

const port = Number(process.env.WEBHOOK_RECEIVER_PORT || '9000');
const started = join(process.env.DATA_DIR || '.tidegate', 'started.json');
const { api } = JSON.parse(readFileSync(started, 'utf8')) as Started;
const webhook = new Webhook(api.notification_key);

const server = createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
});
server.listen(port, '127.0.0.1', () => say(`Listening on http://127.0.0.1:${port} — Ctrl-C stops it.`));

/** Answers 204 for a webhook of this gateway, 401 for anything else. */
async function receive(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const event = webhook.verify(Buffer.concat(chunks).toString(), headers) as { type: string; data: { id?: string } };
    say(`verified ${event.type} ${event.data.id ?? ''} (webhook-id ${headers['webhook-id']})`);
    return 204;
  } catch (error) {
    say(`refused: ${error instanceof Error ? error.message : String(error)}`);
    return 401;
  }
}
