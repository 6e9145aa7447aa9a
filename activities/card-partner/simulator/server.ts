import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Db } from '../../../db/core/sequelize.ts';
import { type Json, listIn, objectIn, parseLossless, textIn } from '../values.ts';
import { answerCheckout } from './checkout.ts';
import {
  type Answer,
  jsonAnswer,
  type SimulatedAccount,
  type SimulatorContext,
  type SimulatorPace,
} from './context.ts';
import { CALL_FAULTS, CALL_SCOPES, type CallFault, Faults } from './faults.ts';
import { answerCall, scopeOf } from './interface.ts';
import { advanceOrders } from './progress.ts';
import { sendWebhooks } from './send-webhooks.ts';
import { SimulatorState } from './state.ts';

export interface CardPartnerSimulatorOptions {
  readonly db: Db;
  readonly accounts: readonly SimulatedAccount[];
  readonly port?: number;
  /** Keeps orders over restarts; null: a restart forgets them. */
  readonly stateFile: string | null;
  readonly pace?: Partial<SimulatorPace>;
  readonly nowMs?: () => number;
  /** Advances by itself; false for a test that calls `advance`. */
  readonly isAlive?: boolean;
  readonly onTrouble?: (error: unknown) => void;
}

export interface CardPartnerSimulator {
  readonly url: string;
  readonly faults: Faults;
  /** Lets orders go on and sends due webhooks. */
  advance(): Promise<void>;
  close(): Promise<void>;
}

const PACE: SimulatorPace = {
  stepMs: 1_500,
  orderLifeMs: 10 * 60_000,
  checkoutLifeMs: 60_000,
  chargebackMs: 30_000,
  lateMs: 30_000,
};
const TICK_MS = 250;
const MAX_BODY = 100_000;

/**
 * A local partner with Banxa's interface and a checkout page of its own, for sandboxes and tests. It sells at the
 * mode's rates and delivers on the simulated chains.
 * @throws Error with NODE_ENV=production: nobody may take its word there
 */
export async function startCardPartnerSimulator(options: CardPartnerSimulatorOptions): Promise<CardPartnerSimulator> {
  if (process.env.NODE_ENV === 'production') throw new Error('The card partner is never simulated in production.');
  const { db, accounts, port = 0, stateFile, pace, nowMs = Date.now, isAlive = true, onTrouble } = options;
  const faults = new Faults();
  let url = '';
  const state = new SimulatorState(stateFile);
  const context: SimulatorContext = { db, accounts, state, faults, pace: { ...PACE, ...pace }, nowMs, url: () => url };
  const server = createServer((request, response) => {
    serve(context, request, response).catch((error: unknown) => {
      onTrouble?.(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const advance = async () => {
    try {
      await advanceOrders(context);
    } finally {
      await sendWebhooks(context);
    }
  };
  const alive = isAlive ? keepAdvancing(advance, onTrouble) : undefined;
  return {
    url,
    faults,
    advance,
    close: async () => {
      await alive?.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Where a simulator keeps its orders in the data folder. */
export function simulatorStateFile(dataDir: string): string {
  return join(dataDir, 'card-partner', 'orders.json');
}

async function serve(context: SimulatorContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = request;
  const body = await readBody(request);
  if (body === null) return send(response, jsonAnswer(413, { message: 'Too large' }));
  const path = new URL(target, 'http://simulator').pathname;
  const page = answerCheckout(context, { method, path, form: new URLSearchParams(body.toString()) });
  if (page !== null) return send(response, page);
  const partner = path.split('/')[1] ?? '';
  const account = context.accounts.find((each) => each.partner === partner);
  if (account === undefined) return send(response, jsonAnswer(404, { message: 'Not found' }));
  const control = CONTROLS.get(path.slice(partner.length + 1));
  if (control !== undefined) {
    const isOwner = method === 'POST' && headers['x-api-key'] === account.key;
    return send(response, isOwner ? control(context, body.toString()) : jsonAnswer(401, {}));
  }
  const call = { method, target, headers, body };
  const fault = context.faults.take(scopeOf(call));
  if (fault === 'silence') return;
  const trouble = troubleOf(fault);
  if (trouble !== undefined) return send(response, trouble);
  const answer = await answerCall(context, account, call, fault);
  if (fault === 'lost_answer') return void response.destroy();
  send(response, fault === 'error_after_work' ? jsonAnswer(502, { message: 'Bad gateway' }) : answer);
}

/** The answers in place of any work. */
function troubleOf(fault: CallFault | undefined): Answer | undefined {
  if (fault === 'outage') return jsonAnswer(503, { message: 'Service unavailable' });
  if (fault === 'rate_limit') return jsonAnswer(429, { message: 'Too Many Attempts.' });
  if (fault === 'not_json') return { status: 200, body: '<html>Bad gateway</html>' };
  return undefined;
}

type Control = (context: SimulatorContext, body: string) => Answer;

/** The control calls of tests. */
const CONTROLS: ReadonlyMap<string, Control> = new Map([
  ['/control/faults', setFaults],
  ['/control/expire', expireOrder],
]);

/** `{"reference": "<order>"}`: its time to be paid ends now, as it does without the payer. */
function expireOrder({ state, nowMs }: SimulatorContext, body: string): Answer {
  const reference = textIn(objectIn(parsedOrNull(body)).reference);
  const order = [...state.orders.values()].find((each) => each.reference === reference);
  if (reference === null || order === undefined) return jsonAnswer(404, { message: 'Not found' });
  order.expiresAtMs = nowMs();
  state.save();
  return jsonAnswer(202, { reference });
}

/** `{"scope": "create", "faults": ["lost_answer"]}`; without a scope all are cleared. */
function setFaults({ faults }: SimulatorContext, body: string): Answer {
  const parsed = parsedOrNull(body);
  if (parsed === null) return jsonAnswer(400, { message: 'No JSON' });
  const given = objectIn(parsed);
  if (given.scope === undefined) {
    faults.clear();
    return jsonAnswer(204, {});
  }
  const scope = CALL_SCOPES.find((known) => known === textIn(given.scope));
  const named = listIn(given.faults).map((each) => CALL_FAULTS.find((known) => known === each));
  if (scope === undefined || named.includes(undefined)) return jsonAnswer(422, { message: 'Unknown scope or fault' });
  faults.add(scope, ...named.flatMap((fault) => fault ?? []));
  return jsonAnswer(202, { scope, faults: named });
}

function parsedOrNull(body: string): Json | null {
  try {
    return parseLossless(body);
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, headers);
  response.end(body);
}

function keepAdvancing(advance: () => Promise<void>, onTrouble?: (error: unknown) => void): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const look = () => {
    running = advance().catch((error: unknown) => onTrouble?.(error));
    void running.then(() => {
      if (!isStopped) timer = setTimeout(look, TICK_MS);
    });
  };
  look();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
