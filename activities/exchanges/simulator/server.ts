import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../../../db/core/sequelize.ts';
import type { SimulatedAccount } from '../../../db/treasury/simulated-exchange.ts';
import type { ExchangeName } from '../../../domain/treasury/exchanges.ts';
import { binanceProtocol } from './binance.ts';
import { Faults } from './faults.ts';
import { krakenProtocol } from './kraken.ts';
import type { Answer, Call, Protocol, SimulatorContext } from './protocol.ts';

export interface ExchangeSimulatorOptions extends SimulatedAccount {
  readonly db: Db;
  readonly key: string;
  readonly secret: string;
  readonly nowMs?: () => number;
  readonly onTrouble?: (error: unknown) => void;
  /** How late a slow answer comes; by default two seconds. */
  readonly slowMs?: number;
}

export interface ExchangeSimulator {
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
}

const PROTOCOLS: Readonly<Record<ExchangeName, Protocol>> = { kraken: krakenProtocol, binance: binanceProtocol };

/**
 * A local exchange with the HTTP interface of the real one, for sandboxes and tests. It trades at its mode's rates;
 * its state is in the database, so any number of processes can run it.
 */
export async function startExchangeSimulator(options: ExchangeSimulatorOptions): Promise<ExchangeSimulator> {
  const { db, mode, exchange, key, secret, nowMs = Date.now, onTrouble } = options;
  const faults = new Faults();
  const context: SimulatorContext = { db, account: { mode, exchange }, key, secret, faults, nowMs };
  const server = createServer((request, response) => {
    serve(context, { protocol: PROTOCOLS[exchange], slowMs: options.slowMs ?? 2_000, request, response }).catch(
      (error: unknown) => {
        onTrouble?.(error);
        response.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchanged {
  readonly protocol: Protocol;
  readonly slowMs: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(context: SimulatorContext, { protocol, slowMs, request, response }: Exchanged): Promise<void> {
  const call = await readCall(request);
  const { faults } = context;
  const fault = faults.take(protocol.scopeOf(call));
  if (faults.isDown || fault === 'outage') return send(response, protocol.troubles.outage);
  if (fault === 'rate_limit') return send(response, protocol.troubles.rate_limit);
  if (fault === 'silence') return;
  if (fault === 'not_json') return send(response, { status: 200, body: '<html>Bad gateway</html>' });
  const answer = await protocol.answer(context, call, fault);
  if (fault === 'lost_answer') {
    response.destroy();
    return;
  }
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
  send(response, fault === 'error_after_work' ? protocol.troubles.error_after_work : answer);
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://simulator');
  const form = Buffer.concat(chunks).toString();
  const signed = form === '' ? url.search.slice(1) : form;
  const { method = 'GET', headers } = request;
  return { method, path: url.pathname, params: new URLSearchParams(signed), signed, headers };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
