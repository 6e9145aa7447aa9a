import type { MessagePort } from 'node:worker_threads';
import type { Movement } from '../../db/history/movements.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import type { DocumentInput } from './inputs.ts';

/** The task of a drawing thread. It asks over the port for what it needs meanwhile. */
export interface DrawTask {
  readonly input: DocumentInput;
  readonly publicUrl: string;
  readonly port: MessagePort;
}

/** A thread waits for the answer to each before it goes on. */
export type DrawQuestion =
  | { readonly ask: 'lines' }
  | { readonly ask: 'proof'; readonly facts: DocumentFacts }
  /** Answered once the reader has taken it. */
  | { readonly ask: 'next'; readonly piece: Uint8Array };

export interface DrawAnswer {
  /** The next lines of a statement; null after the last. */
  readonly lines?: readonly Movement[] | null;
  readonly proof?: string;
}
