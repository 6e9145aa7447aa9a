import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { Movement } from '../../db/history/movements.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { printLogo } from '../images/print-logo.ts';
import type { DrawAnswer, DrawQuestion, DrawTask } from './draw-task.ts';
import { drawInvoiceDocument } from './invoice-document.ts';
import { drawPartnerStatement } from './partner-document.ts';
import type { Drawing } from './signed.ts';
import { drawStatement } from './statement-document.ts';
import { drawConfirmation } from './transfer-document.ts';
import type { ProvingDeps } from './verification.ts';

/**
 * The job of a drawing thread: sends the pieces of one document over the port. The key that signs never comes here.
 * @returns what the document states
 */
export default async function draw({ port, ...task }: DrawTask): Promise<DocumentFacts> {
  const ask = createAsking(port);
  try {
    const drawing = await begin(task, ask);
    for (;;) {
      const step = await drawing.next();
      if (step.done === true) return step.value;
      await ask({ ask: 'next', piece: step.value });
    }
  } finally {
    port.close();
  }
}

type Ask = (question: DrawQuestion) => Promise<DrawAnswer>;

async function begin({ input, publicUrl }: Omit<DrawTask, 'port'>, ask: Ask): Promise<Drawing> {
  const deps: ProvingDeps = {
    publicUrl,
    prove: async (facts) => (await ask({ ask: 'proof', facts })).proof ?? '',
  };
  switch (input.type) {
    case 'invoice': {
      const { logo } = input.document.seller;
      return drawInvoiceDocument(deps, input.document, logo === null ? null : await printLogo(Buffer.from(logo)));
    }
    case 'confirmation':
      return drawConfirmation(deps, input.confirmation);
    case 'statement':
      return drawStatement(deps, input.document, linesOf(ask));
    case 'partner_statement':
      return drawPartnerStatement(deps, input.statement);
  }
}

async function* linesOf(ask: Ask): AsyncGenerator<readonly Movement[]> {
  for (;;) {
    const { lines = null } = await ask({ ask: 'lines' });
    if (lines === null) return;
    yield lines;
  }
}

/** @throws Error from what is asked once nobody wants the document any more */
function createAsking(port: MessagePort): Ask {
  const closed = new AbortController();
  port.once('close', () => closed.abort());
  return async (question) => {
    port.postMessage(question);
    const [answer] = (await once(port, 'message', { signal: closed.signal })) as [DrawAnswer];
    return answer;
  };
}
