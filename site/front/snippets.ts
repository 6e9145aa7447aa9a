/** A piece of code that runs as it is printed: `site/front/snippets.servers.test.ts` runs each. */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly grammar: 'bash' | 'javascript';
  readonly about: string;
  readonly code: string;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'create',
    title: 'Create an invoice',
    grammar: 'bash',
    about:
      'In a shell, with the key and secret of a sandbox token in KEY and SECRET. It prints the page for your customer.',
    code: `URL=__ORIGIN__

curl --silent --user "$KEY:$SECRET" \\
  --header 'content-type: application/json' \\
  --header 'idempotency-key: order-1001' \\
  --data '{ "amount": "118.40", "currency": "EUR", "reference": "order-1001", "gate_id": "BTC" }' \\
  "$URL/api/v1/invoices" > invoice.json

ID=$(grep -o '"id":"[^"]*"' invoice.json | head -1 | cut -d'"' -f4)
echo "$URL/invoice/$ID"`,
  },
  {
    id: 'pay',
    title: 'Pay it in the sandbox',
    grammar: 'bash',
    about: 'After the first piece, in the same shell. Other scenarios are partial, over, late, wrong_asset and reorg.',
    code: `curl --silent --user "$KEY:$SECRET" \\
  --header 'content-type: application/json' \\
  --data '{ "scenario": "paid" }' \\
  "$URL/api/v1/sandbox/invoices/$ID/payments"

curl --silent --user "$KEY:$SECRET" \\
  --header 'content-type: application/json' \\
  --data '{ "count": 2 }' \\
  "$URL/api/v1/sandbox/networks/BTC/blocks"`,
  },
  {
    id: 'verify',
    title: 'Verify a webhook',
    grammar: 'javascript',
    about:
      'A server for Node without packages, with the notification key of your profile in NOTIFICATION_KEY. It listens on port 9000, or on PORT.',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const key = Buffer.from(process.env.NOTIFICATION_KEY.replace('whsec_', ''), 'base64');

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) < 300)) return false;
  const right = createHmac('sha256', key).update(\`\${id}.\${sentAt}.\${body}\`).digest();
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

createServer(async (request, response) => {
  // A sender that hangs up in the middle must not stop the server.
  const body = await text(request).catch(() => null);
  if (body === null || !isGenuine(request.headers, body)) return response.writeHead(400).end();
  response.writeHead(204).end(); // answer first, work after
  const { type, data } = JSON.parse(body);
  console.log(type, data.reference, data.paid ? 'ship it' : 'wait');
}).listen(process.env.PORT ?? 9000, '127.0.0.1');`,
  },
];
