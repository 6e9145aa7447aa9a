import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { DomainError } from '../../domain/errors.ts';
import { RENDER_MEMORY_MB, RENDER_TIMEOUT_MS, type RenderedDocument, type RenderInput } from './render-limits.ts';

/**
 * Draws a document as pictures with the reader's name across each, in a thread that ends at its bounds of time and
 * memory. Two are read and drawn at once; a few others wait, and have read nothing yet.
 * @returns null for a file that cannot be drawn
 * @throws DomainError `service_unavailable` when too many wait; what `read` throws
 */
export async function renderDocument({ read, ...input }: DocumentToRender): Promise<RenderedDocument | null> {
  if (drawing.pendingCount >= MAX_WAITING) {
    throw new DomainError('service_unavailable', {
      message: 'Too many documents are being opened right now. Please try again in a moment.',
      retryAfterSeconds: 5,
    });
  }
  return drawing(async () => {
    const workerData: RenderInput = { ...input, bytes: await read() };
    return drawIn(
      new Worker(new URL('./render-worker.ts', import.meta.url), {
        workerData,
        env: {},
        stdout: true,
        stderr: true,
        resourceLimits: { maxOldGenerationSizeMb: RENDER_MEMORY_MB },
      }),
    );
  });
}

interface DocumentToRender extends Omit<RenderInput, 'bytes'> {
  /** Called when it is its turn. */
  readonly read: () => Promise<Uint8Array>;
}

function drawIn(worker: Worker): Promise<RenderedDocument | null> {
  return new Promise((resolve) => {
    const end = (rendered: RenderedDocument | null) => {
      clearTimeout(timer);
      resolve(rendered);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(null), RENDER_TIMEOUT_MS);
    worker.once('message', (rendered: RenderedDocument) => end(rendered));
    worker.once('error', () => end(null));
    worker.once('exit', () => end(null));
  });
}

const AT_ONCE = 2;
const MAX_WAITING = 10;
const drawing = pLimit(AT_ONCE);
