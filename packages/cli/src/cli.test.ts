import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../../../db/core/sql.ts';
import { payInFull } from '../../../db/invoices/testing.fixture.ts';
import { fund, RECIPIENTS } from '../../../db/payouts/testing.fixture.ts';
import { openDeliveries } from '../../../db/webhooks/deliveries.ts';
import { newId } from '../../../domain/ids.ts';
import { until } from '../../../scripts/testing/until.ts';
import { openGateway, type TestGateway } from '../../node/src/gateway.fixture.ts';
import { verifyWebhook } from '../../node/src/index.ts';
import { openUser } from './run.fixture.ts';

let gateway: TestGateway;
let user: ReturnType<typeof openUser>;
beforeAll(async () => {
  gateway = await openGateway();
  user = openUser(gateway);
});
afterAll(async () => {
  user.remove();
  await gateway.close();
});

describe('tidegate login', () => {
  const login = (input: string, key = gateway.shop.token.key) =>
    user.run(['login', '--url', gateway.url, '--key', key], { input, env: user.signedOut });

  test('keeps the key in a file that only its owner can read, and says who is signed in', async () => {
    const { code, out } = await login(`${gateway.shop.token.secret}\n`);
    expect([code, out]).toEqual([0, expect.stringContaining('in sandbox')]);
    expect(statSync(user.file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(user.file, 'utf8'))).toMatchObject({ secret: gateway.shop.token.secret });
    const who = await user.run(['whoami', '--json'], { env: user.signedOut });
    expect(JSON.parse(who.out)).toMatchObject({
      url: gateway.url,
      key: gateway.shop.token.key,
      mode: 'sandbox',
      preset: null,
      permissions: expect.arrayContaining(['invoice_create', 'payout']),
    });
    chmodSync(user.file, 0o644);
    expect(await user.run(['whoami'], { env: user.signedOut })).toMatchObject({ code: 77 });
    chmodSync(user.file, 0o600);
    await user.run(['logout']);
    expect(await user.run(['whoami'], { env: user.signedOut })).toMatchObject({ code: 77 });
  });

  test('takes no secret as an argument, where history and the list of processes show it', async () => {
    const { secret } = gateway.shop.token;
    for (const args of [['--secret', secret], [secret]]) {
      const { code } = await user.run(['login', '--url', gateway.url, '--key', 'tg_test_1', ...args]);
      expect(code).toBe(64);
    }
  });

  test('refuses a wrong secret, keeps nothing, and never prints it', async () => {
    const wrong = `tgs_${'0'.repeat(40)}`;
    const { code, out, err } = await login(wrong);
    expect(code).toBe(77);
    expect(`${out}${err}`).not.toContain(wrong);
    expect(statSync(user.file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('tidegate and a resource', () => {
  const create = ['invoices', 'create', '-d', 'amount=49.90', 'currency=EUR', 'metadata.cart=7', '--json'];

  test('creates, reads, lists and cancels, for people and programs', async () => {
    const { code, out } = await user.run(create);
    const invoice = JSON.parse(out);
    expect([code, invoice.total, invoice.metadata]).toEqual([0, '49.90', { cart: '7' }]);
    const shown = await user.run(['invoices', 'get', invoice.id]);
    expect(shown.out).toMatch(/^status\s+new$/m);
    expect((await user.run(['invoices', 'list', '--limit', '1'])).out).toContain(invoice.id);
    expect(JSON.parse((await user.run(['invoices', 'cancel', invoice.id, '--json'])).out).status).toBe('canceled');
  });

  test('reads a body from a file, and JSON where it is no text', async () => {
    const file = `${user.folder}/order.json`;
    writeFileSync(file, JSON.stringify({ currency: 'EUR', items: [{ name: 'Mug', quantity: 2, price: '10.00' }] }));
    const { out } = await user.run(['invoices', 'create', '-d', `@${file}`, 'autocomplete:=true', '--json']);
    expect(JSON.parse(out)).toMatchObject({ amount: '20.00', autocomplete: true });
    for (const field of ['amount', '=1', 'amount:=x', '__proto__.a=1', '@nowhere.json']) {
      expect((await user.run(['invoices', 'create', '-d', field])).code, field).toBe(64);
    }
  });

  test('is carried out once under one key', async () => {
    const key = newId();
    const made = [];
    for (const _ of [1, 2]) made.push(JSON.parse((await user.run([...create, '--idempotency-key', key])).out).id);
    expect(new Set(made).size).toBe(1);
  });

  test('--wait ends with 0 after a success and 2 after an end without', async () => {
    const paid = JSON.parse((await user.run([...create, '-d', 'gate_id=BTC'])).out);
    const waiting = user.run(['invoices', 'get', paid.id, '--wait', '--json']);
    await payInFull(gateway.api.db, paid.id);
    expect([(await waiting).code, JSON.parse((await waiting).out).status]).toEqual([0, 'done']);
    const canceled = JSON.parse((await user.run(create)).out);
    await user.run(['invoices', 'cancel', canceled.id]);
    expect((await user.run(['invoices', 'get', canceled.id, '--wait'])).code).toBe(2);
  });

  test('says in one sentence why not, with the request', async () => {
    const { code, err } = await user.run(['invoices', 'create', '-d', 'amount=1.999', 'currency=EUR']);
    expect([code, err]).toEqual([1, expect.stringMatching(/amount: .*\(amount_invalid, request [0-9a-f-]{36}\)$/)]);
    expect((await user.run(['invoices', 'get', '../payouts'])).code).toBe(64);
    expect((await user.run(['invoices', 'melt'])).code).toBe(64);
  });

  test('shows no control characters that a payer or a shop wrote', async () => {
    const { out } = await user.run(['invoices', 'create', '-d', 'amount=5', 'currency=EUR', 'description=a\tb']);
    expect(out).toContain('a�b');
  });
});

/** A shop's endpoint: keeps what arrives and answers as `answer` says. */
async function openEndpoint(answer: (body: string, request: IncomingMessage) => number) {
  const bodies: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      bodies.push({ body, headers: request.headers });
      response.writeHead(answer(body, request)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/hook`, bodies, close: () => server.close() };
}

describe('tidegate and money', () => {
  test('--validate-only checks a payout and makes none', async () => {
    const shop = await gateway.api.merchant();
    const owner = openUser(gateway, shop);
    await fund(gateway.api.db, shop, 'BTC', 10_000_000n);
    const fields = ['gate_id=BTC', 'amount=0.0015', `address=${RECIPIENTS.BTC}`, 'fee_payer=merchant'];
    const create = ['payouts', 'create', '-d', ...fields, '--json'];
    expect(JSON.parse((await owner.run([...create, '--validate-only'])).out).amount).toBe('0.00150000');
    expect((await owner.run(['payouts', 'list', '--json'])).out).toBe('[]');
    expect((await owner.run([...create, '--validate-only', '--wait'])).code).toBe(64);
    const quote = await owner.run(['payouts', 'quote', '-d', ...fields.filter((each) => !each.startsWith('address'))]);
    expect(quote.out).toMatch(/^total\s+0\.0015/m);
    expect(JSON.parse((await owner.run(['ledger-entries', 'list', '-d', 'gate_id=BTC', '--json'])).out)).toHaveLength(
      1,
    );
    owner.remove();
  });

  test('refunds a value by a link for the payer', async () => {
    const invoice = JSON.parse(
      (await user.run(['invoices', 'create', '-d', 'amount=49.90', 'currency=EUR', 'gate_id=BTC', '--json'])).out,
    );
    await payInFull(gateway.api.db, invoice.id);
    const refund = ['invoices', 'refund', invoice.id, '-d', 'amount=5.00', 'currency=EUR', '--wait', '--json'];
    expect(JSON.parse((await user.run(refund)).out)).toMatchObject({ invoice_id: invoice.id, amount: '5.00' });
  });

  test('--timeout ends a wait with an exit code of its own, and nonsense is refused', async () => {
    const { id } = JSON.parse((await user.run(['invoices', 'create', '-d', 'amount=5', 'currency=EUR', '--json'])).out);
    expect((await user.run(['invoices', 'get', id, '--wait', '--timeout', '1'])).code).toBe(75);
    for (const wrong of ['0', '-1', '1.5', 'soon'])
      expect((await user.run(['invoices', 'list', '--limit', wrong])).code, wrong).toBe(64);
  });
});

describe('tidegate webhook-endpoints', () => {
  test('creates, disables, rotates and deletes an endpoint, and sends an event to it again', async () => {
    const shop = await gateway.api.merchant();
    const developer = openUser(gateway, shop);
    const json = async (...args: string[]) => JSON.parse((await developer.run([...args, '--json'])).out);
    const url = 'https://shop.example.com/hooks';
    const made = await json('webhook-endpoints', 'create', '-d', `url=${url}`, 'event_types:=["invoice.*"]');
    const rotated = await json('webhook-endpoints', 'rotate-secret', made.id, '-d', 'overlap_hours:=1');
    expect([made.secret.slice(0, 6), rotated.secret === made.secret]).toEqual(['whsec_', false]);
    const invoice = await json('invoices', 'create', '-d', 'amount=5', 'currency=EUR', 'gate_id=BTC');
    await gateway.api.events(shop, 1);
    const [event] = await json('events', 'list', '--object-id', invoice.id, '--limit', '1').then((one) => [one].flat());
    expect((await developer.run(['events', 'resend', newId()])).err).toContain('No webhook');
    await openDeliveries(gateway.api.db, [{ eventId: event.id, url: null, everywhere: true }]);
    const [delivery] = await json('webhooks', 'deliveries', '-d', `search=${event.id}`);
    expect([delivery.endpoint_id, delivery.id === event.id]).toEqual([made.id, false]);
    const again = await developer.run(['events', 'resend', event.id]);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining(`→ ${url}`)]);
    const failedSince = async (time: number) => {
      const since = new Date(time).toISOString();
      return (await developer.run(['events', 'resend', '--failed-since', since])).err;
    };
    expect(await failedSince(Date.now() - 60_000)).toBe('0 sent again.');
    await execute(gateway.api.db, "UPDATE webhook_delivery SET status = 'failed' WHERE event_id = $1", [delivery.id]);
    expect(await failedSince(Date.now() + 60_000)).toBe('0 sent again.');
    expect(await failedSince(Date.now() - 60_000)).toBe('1 sent again.');
    expect((await developer.run(['events', 'resend'])).code).toBe(64);
    expect((await json('webhook-endpoints', 'update', made.id, '-d', 'enabled:=false')).enabled).toBe(false);
    expect((await developer.run(['webhook-endpoints', 'delete', made.id])).out).toBe('Done.');
    expect(await json('webhook-endpoints', 'list')).toEqual([]);
    developer.remove();
  });
});

describe('tidegate listen', () => {
  test('forwards events from now on, signed with the key it shows', async () => {
    // Of its own: events of others appear once the transactions before them have ended.
    const shop = await gateway.api.merchant();
    const developer = openUser(gateway, shop);
    await developer.run(['trigger', 'invoice.pending']);
    await gateway.api.events(shop, 1);
    const endpoint = await openEndpoint(() => 204);
    const stop = new AbortController();
    const lines: string[] = [];
    const listening = developer.run(['listen', '--forward-to', endpoint.url, '--events', 'invoice.pending'], {
      signal: stop.signal,
      onLine: (line) => void lines.push(line),
    });
    await until(async () => lines.some((line) => line.startsWith('Ready')), 'it listens');
    const triggered = JSON.parse((await developer.run(['trigger', 'invoice.pending', '--json'])).out);
    await until(async () => endpoint.bodies.length > 0, 'an event arrives');
    const key = /whsec_\S+/.exec(lines.join('\n'))?.[0] ?? '';
    const [first] = endpoint.bodies;
    const event = verifyWebhook(first?.body ?? '', first?.headers ?? {}, key);
    expect([event.type, event.data.id]).toEqual(['invoice.pending', triggered.id]);
    await until(async () => lines.some((line) => line.endsWith('→ 204')), 'it says how the endpoint answered');
    stop.abort();
    expect((await listening).code).toBe(0);
    expect(endpoint.bodies).toHaveLength(1);
    endpoint.close();
    developer.remove();
  });
});

describe('tidegate logs tail', () => {
  test('prints the refused requests of this key from now on, each once', async () => {
    const developer = openUser(gateway, await gateway.api.merchant());
    await developer.run(['invoices', 'get', newId()]);
    await gateway.api.app.writeRequestLog();
    const stop = new AbortController();
    const lines: string[] = [];
    const tailing = developer.run(['logs', 'tail', '--status', '4xx', '--json'], {
      signal: stop.signal,
      onLine: (line) => void lines.push(line),
    });
    await until(async () => lines.some((line) => line.startsWith('Ready')), 'it follows');
    await developer.run(['whoami']);
    const missing = newId();
    await developer.run(['invoices', 'get', missing]);
    await until(async () => lines.length > 1, 'a request is printed');
    await developer.run(['payouts', 'get', missing]);
    await until(async () => lines.length > 2, 'the next request is printed');
    stop.abort();
    expect((await tailing).code).toBe(0);
    expect(lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { path: `/api/v1/invoices/${missing}`, status: 404, error_code: 'not_found' },
      { path: `/api/v1/payouts/${missing}`, status: 404 },
    ]);
    expect((await developer.run(['logs', 'tail', '--status', 'all'])).code).toBe(64);
    developer.remove();
  });
});

describe('tidegate doctor', () => {
  const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const doctor = (url: string) => user.run(['doctor', url], { env: { TIDEGATE_NOTIFICATION_KEY: key } });

  test('passes an endpoint that verifies, and names what another one does wrong', async () => {
    const good = await openEndpoint((body, { headers }) => {
      try {
        verifyWebhook(body, headers, key);
        return 204;
      } catch {
        return 400;
      }
    });
    expect(await doctor(good.url)).toMatchObject({ code: 0, out: expect.not.stringContaining('FAIL') });
    good.close();
    const trusting = await openEndpoint(() => 200);
    const { code, out, err } = await doctor(trusting.url);
    expect([code, out.split('FAIL').length - 1]).toEqual([1, 3]);
    expect(`${out}${err}`).not.toContain(key);
    trusting.close();
    expect((await doctor(trusting.url)).out).toContain('ECONNREFUSED');
  });
});

describe('tidegate completion', () => {
  test('completes commands and options from the program itself', async () => {
    expect((await user.run(['complete'])).out.split('\n')).toEqual(expect.arrayContaining(['invoices', 'listen']));
    expect((await user.run(['complete', 'invoices', 'create'])).out).toContain('--wait');
    for (const shell of ['zsh', 'fish']) expect((await user.run(['completion', shell])).out).toContain('complete');
    expect((await user.run(['completion', 'cmd'])).code).toBe(64);
  });

  test('works in bash', async () => {
    const { out } = await user.run(['completion', 'bash']);
    const main = `${import.meta.dirname}/main.ts`;
    const script = `tidegate() { "${process.execPath}" "${main}" "$@"; }
${out}
COMP_WORDS=(tidegate webhook-endpoints ro); COMP_CWORD=2; _tidegate; echo "\${COMPREPLY[*]}"
COMP_WORDS=(tidegate invoices create --wa); COMP_CWORD=3; _tidegate; echo "\${COMPREPLY[*]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(stdout).toBe('rotate-secret\n--wait\n');
  });
});
