import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openRpc, type RpcClient, RpcError } from './json-rpc.ts';
import { ChainUnavailableError } from './port.ts';

const open: { server: Server; rpc: RpcClient }[] = [];
afterEach(async () => {
  for (const { server, rpc } of open.splice(0)) {
    await rpc.close();
    server.closeAllConnections();
    server.close();
  }
});

async function nodeThat(answers: RequestListener): Promise<RpcClient> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const rpc = openRpc({ url: `http://user:p%40ssword@127.0.0.1:${port}`, timeoutMs: 200 });
  open.push({ server, rpc });
  return rpc;
}

function says(text: string, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
}

test('user and password go into the header, decoded', async () => {
  let header = '';
  const rpc = await nodeThat((request, response) => {
    header = request.headers.authorization ?? '';
    response.end('{"result":1,"error":null,"id":0}');
  });
  await expect(rpc.call('getblockcount')).resolves.toBe(1);
  expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString()).toBe('user:p@ssword');
});

test('an error of the node is a refusal with its code, also behind status 500', async () => {
  const rpc = await nodeThat(
    says('{"result":null,"error":{"code":-8,"message":"Block height out of range"},"id":0}', 500),
  );
  await expect(rpc.call('getblockhash', [9])).rejects.toMatchObject({ name: 'RpcError', code: -8 });
});

test.each([
  ['never answers', () => {}],
  ['hangs up', (request) => request.socket.destroy()],
  ['answers in the middle only', (_request, response) => void response.writeHead(200).write('{"resu')],
  ['answers with a page', says('<html>Bad Gateway</html>', 502)],
  ['answers nothing', says('{"id":0}')],
  ['answers with a list', says('null')],
  ['refuses the password', says('', 401)],
] satisfies [string, RequestListener][])(
  'hazard 10: a node that %s is unavailable, and its password stays out of the message',
  async (_name, answers) => {
    const rpc = await nodeThat(answers);
    const failure = await rpc.call('getblockcount').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailableError);
    expect(String(failure)).not.toMatch(/p(@|%40)ssword/);
  },
);

test('results and refusals of a batch are returned in the order of the calls, whatever the order of the answers', async () => {
  const rpc = await nodeThat((_request, response) => {
    response.end('[{"id":1,"result":null,"error":{"code":-5,"message":"no"}},{"id":0,"result":"first","error":null}]');
  });
  const [first, second] = await rpc.batch<string>([
    { method: 'a', params: [] },
    { method: 'b', params: [] },
  ]);
  expect(first).toBe('first');
  expect(second).toBeInstanceOf(RpcError);
});

test('hazard 10: a batch with an answer missing says nothing at all', async () => {
  const rpc = await nodeThat((_request, response) => {
    response.end('[{"id":0,"result":"first","error":null}]');
  });
  const calls = [
    { method: 'a', params: [] },
    { method: 'b', params: [] },
  ];
  await expect(rpc.batch(calls)).rejects.toBeInstanceOf(ChainUnavailableError);
});
