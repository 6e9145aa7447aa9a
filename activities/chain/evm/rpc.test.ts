import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ChainUnavailableError } from '../port.ts';
import { type EvmRpc, EvmRpcError, openEvmRpc } from './rpc.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function nodeThat(answers: RequestListener, timeoutMs = 200): Promise<EvmRpc> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return openEvmRpc(`http://user:p%40ssword@127.0.0.1:${port}`, timeoutMs);
}

function says(text: string, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
}

test.each([
  ['never answers', () => {}],
  ['hangs up', (request) => request.socket.destroy()],
  ['answers in the middle only', (_request, response) => void response.writeHead(200).write('[{"id":1,"resu')],
  ['answers with a page', says('<html>Bad Gateway</html>', 502)],
  ['answers with a page and says that all is well', says('<html>Welcome</html>')],
  ['answers nothing', says('')],
  ['refuses the password', says('', 401)],
] satisfies [string, RequestListener][])(
  'hazard 10: a node that %s is unavailable, and its password stays out of the message',
  async (_name, answers) => {
    const rpc = await nodeThat(answers);
    const failure = await rpc.chainId().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailableError);
    expect(String(failure)).not.toMatch(/p(@|%40)ssword/);
  },
);

/** Answers a call, or each call of a batch. */
function answersEach(outcome: object): RequestListener {
  return (request, response) => {
    void text(request).then((body) => {
      const requested = JSON.parse(body) as { id: number } | { id: number }[];
      const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, ...outcome });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(requested) ? requested.map(answer) : answer(requested)));
    });
  };
}

test('an answer of tens of megabytes is read whole: a full block with its traces', async () => {
  const result = Array.from({ length: 3 }, () => ({ result: { type: 'x'.repeat(7_000_000) } }));
  const rpc = await nodeThat(answersEach({ result }), 30_000);
  await expect(rpc.tracesOf('0x00')).resolves.toHaveLength(3);
});

test('traces that never come do not keep other answers from coming', async () => {
  const rpc = await nodeThat((request, response) => {
    void text(request).then((body) => {
      if (body.includes('debug_traceBlockByHash')) return;
      const calls = JSON.parse(body) as { id: number }[];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7' }))));
    });
  });
  const [traces, chainId] = await Promise.allSettled([rpc.tracesOf('0x00'), rpc.chainId()]);
  expect(traces).toMatchObject({ status: 'rejected', reason: expect.any(ChainUnavailableError) });
  expect(chainId).toEqual({ status: 'fulfilled', value: '0x7' });
});

test('refusals are reported in the node’s words', async () => {
  const rpc = await nodeThat(answersEach({ error: { code: -32_000, message: 'nonce too low' } }), 30_000);
  const failure = await rpc.sendRaw('0x00').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EvmRpcError);
  expect(failure).toMatchObject({ message: 'nonce too low' });
});
