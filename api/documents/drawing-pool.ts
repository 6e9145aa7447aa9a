import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { DocumentSigner } from '../../db/documents/keys.ts';
import type { Movement } from '../../db/history/movements.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { DomainError } from '../../domain/errors.ts';
import type { DrawAnswer, DrawQuestion, DrawTask } from './draw-task.ts';
import type { DocumentInput } from './inputs.ts';
import type { Drawing } from './signed.ts';

/** Threads that draw documents, so that no request waits for a drawing of somebody else. */
export interface DrawingPool {
  /**
   * Draws piece by piece, as fast as the reader takes them.
   * @throws DomainError `service_unavailable` from a piece that takes too long or too much memory
   */
  draw(job: DrawJob): Drawing;
  close(): Promise<void>;
}

export interface DrawJob {
  readonly input: DocumentInput;
  readonly signer: Pick<DocumentSigner, 'prove'>;
  readonly publicUrl: string;
  /** Of a statement. */
  readonly lines?: AsyncIterable<readonly Movement[]>;
}

export interface DrawingBounds {
  /** How long a thread may take for one piece, those before it included. */
  readonly pieceMs: number;
  readonly memoryMb: number;
}

/** How many documents are drawn at once in all threads together; those between two pieces cost no time. */
export const MAX_DRAWINGS = 24;

/** Threads start with the first document and end when there were none for a while. */
export function createDrawingPool(bounds: DrawingBounds = { pieceMs: 20_000, memoryMb: 128 }): DrawingPool {
  let threads: Piscina<DrawTask, DocumentFacts> | undefined;
  return {
    draw(job) {
      threads ??= openThreads(bounds);
      return drawIn(threads, job, bounds);
    },
    close: async () => threads?.destroy(),
  };
}

function openThreads({ memoryMb }: DrawingBounds): Piscina<DrawTask, DocumentFacts> {
  const threads = new Piscina<DrawTask, DocumentFacts>({
    filename: new URL('./draw-worker.ts', import.meta.url).href,
    minThreads: 0,
    // One processor stays free for the requests.
    maxThreads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    idleTimeout: IDLE_MS,
    // A drawing waits for its reader most of the time.
    concurrentTasksPerWorker: MAX_DRAWINGS,
    maxQueue: MAX_DRAWINGS,
    atomics: 'disabled',
    niceIncrement: NICE,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
  });
  // A thread that ends fails its drawings; nobody else needs to know.
  threads.on('error', () => undefined);
  return threads;
}

async function* drawIn(
  threads: Piscina<DrawTask, DocumentFacts>,
  { input, signer, publicUrl, lines }: DrawJob,
  { pieceMs }: DrawingBounds,
): Drawing {
  const { port1: own, port2: port } = new MessageChannel();
  const late = new AbortController();
  const over = new AbortController();
  const source = lines?.[Symbol.asyncIterator]();
  const running = threads.run({ input, publicUrl, port }, { transferList: [port], signal: late.signal });
  // Its failure is thrown below, where the thread's next question is waited for.
  running.catch(() => undefined).finally(() => over.abort());
  try {
    for (;;) {
      const timer = setTimeout(() => late.abort(), pieceMs);
      const question = await nextQuestion(own, over.signal).finally(() => clearTimeout(timer));
      if (question === null) return await running;
      if (question.ask === 'next')
        yield Buffer.from(question.piece.buffer, question.piece.byteOffset, question.piece.byteLength);
      own.postMessage(await answerTo(question, signer, source));
    }
  } catch (error) {
    throw isOfThread(error) ? new DomainError('service_unavailable', TOO_MUCH) : error;
  } finally {
    own.close();
    await source?.return?.();
  }
}

/** Null once the thread is done with it, one way or the other. */
async function nextQuestion(port: MessagePort, over: AbortSignal): Promise<DrawQuestion | null> {
  if (over.aborted) return null;
  try {
    const [question] = (await once(port, 'message', { signal: over })) as [DrawQuestion];
    return question;
  } catch (error) {
    if (over.aborted) return null;
    throw error;
  }
}

async function answerTo(
  question: DrawQuestion,
  signer: DrawJob['signer'],
  source: AsyncIterator<readonly Movement[]> | undefined,
): Promise<DrawAnswer> {
  switch (question.ask) {
    case 'lines': {
      const step = await source?.next();
      return { lines: step === undefined || step.done === true ? null : step.value };
    }
    case 'proof':
      return { proof: signer.prove(question.facts) };
    case 'next':
      return {};
  }
}

/** That the thread ended, not that the drawing is wrong. */
function isOfThread(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error.name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY' || /terminating worker/i.test(error.message)
  );
}

const TOO_MUCH = {
  message: 'This document could not be made in time. Please try again in a moment.',
  retryAfterSeconds: 10,
};
/** Each has some 100 MB while it draws. */
const MAX_THREADS = 2;
const IDLE_MS = 60_000;
const NICE = 19;
