import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { type Call, type Tongue, tongueOf } from './tongues.fixture.ts';

/** False statements of a node. */
export const LIES = {
  /** The bytes reach the node twice, and its second answer is passed on: "already known". */
  twice: async ({ call, ask, tongue }) => {
    if (tongue.isSending(call)) await ask();
    return ask();
  },
  /** An accepted transaction is reported to spend outputs that are already spent. */
  'conflict though taken': async ({ call, ask, tongue }) =>
    (await afterAsking(call, ask, tongue)) ?? tongue.conflict(call),
  /** An accepted transaction is reported as invalid. */
  'refused though taken': async ({ call, ask, tongue }) =>
    (await afterAsking(call, ask, tongue)) ?? tongue.refused(call),
  /** A transaction that never reached the node is reported as accepted. */
  'taken though never sent': async ({ call, ask, tongue }) => (tongue.isSending(call) ? tongue.taken(call) : ask()),
  /** No transaction is found by its id. */
  'nothing is found': async ({ call, ask, tongue }) => (tongue.isLookup(call) ? tongue.nothing(call) : ask()),
  /** Taken and not answered: the connection ends. */
  'no answer though taken': async ({ call, ask, tongue }) => (await afterAsking(call, ask, tongue)) ?? null,
  /** Every question gets its first answer again: the chain seems frozen. */
  stale: async ({ call, ask, tongue, remembered }) => {
    if (tongue.isSending(call)) return ask();
    const known = remembered.get(call.same);
    if (known !== undefined) return { ...known, ...('id' in known ? { id: call.id } : {}) };
    const answer = await ask();
    remembered.set(call.same, answer);
    return answer;
  },
} as const satisfies Record<string, Lie>;

export type LieName = keyof typeof LIES;

type Lie = (question: Question) => Promise<object | null>;

interface Question {
  readonly call: Call;
  readonly ask: () => Promise<object>;
  readonly tongue: Tongue;
  /** The first answers since the lie began. */
  readonly remembered: Map<string, object>;
}

/** The true answer to what sends nothing; undefined once the node has what was sent. */
async function afterAsking(call: Call, ask: () => Promise<object>, tongue: Tongue): Promise<object | undefined> {
  const answer = await ask();
  return tongue.isSending(call) ? undefined : answer;
}

/** A proxy in front of a node, which passes everything on until it has to lie. */
export interface Liar {
  readonly host: string;
  readonly port: number;
  /** How often bytes were sent through it. */
  readonly sent: number;
  tell(lie: LieName): void;
  beHonest(): void;
  close(): Promise<void>;
}

export async function startLiar(gateId: CryptoGateId, url: string): Promise<Liar> {
  const tongue = tongueOf(gateId);
  const base = new URL(url);
  base.username = '';
  base.password = '';
  const remembered = new Map<string, object>();
  let lie: Lie | null = null;
  let sent = 0;

  async function ask({ path, text }: Call, headers: Record<string, string>): Promise<object> {
    const answer = await fetch(new URL(path, base), { method: 'POST', headers, body: text });
    return (await answer.json()) as object;
  }

  async function answerTo(call: Call, headers: Record<string, string>): Promise<object | null> {
    const missing = tongue.lacks(call);
    if (missing !== null) return missing;
    if (tongue.isSending(call)) sent += 1;
    const question = { call, ask: () => ask(call, headers), tongue, remembered };
    return lie === null ? question.ask() : lie(question);
  }

  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const { authorization } = request.headers;
    const headers = { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) };
    const calls = callsOf(request.url ?? '/', text);
    const answers: (object | null)[] = [];
    for (const call of calls) answers.push(await answerTo(call, headers));
    if (answers.includes(null)) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    get sent() {
      return sent;
    },
    tell(name) {
      remembered.clear();
      lie = LIES[name];
    },
    beHonest() {
      lie = null;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The calls of a request: one, or those of a batch, each as a request of its own. */
function callsOf(path: string, text: string): Call[] {
  const body = JSON.parse(text) as object | object[];
  return [body].flat().map((each) => {
    const { method = path, id } = each as { method?: string; id?: unknown };
    const { id: _, ...rest } = each as { id?: unknown };
    return { path, method, id, text: JSON.stringify(each), same: JSON.stringify([path, rest]) };
  });
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
