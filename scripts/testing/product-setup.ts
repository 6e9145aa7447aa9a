import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Started } from '../start/announce.ts';
import { type ProductServers, readServers, readStarted, startProduct } from './product.ts';
import { type SupportMailbox, startSupportMailbox } from './support-mailbox.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The running product under test: what its `started.json` says. */
    readonly product: Started;
    /** The servers under it. */
    readonly productServers: ProductServers;
    /** The mailbox that its worker reads; null where no IMAP server is installed, or the product ran before. */
    readonly supportMailbox: SupportMailbox | null;
  }
}

/** A part of what customers pay by card, so that shops earn from it. */
const CARD_COMMISSION_BPS = '200';

/**
 * Starts the product for the journeys in `e2e/`; a test reads `inject('product')`. A product that runs already is used
 * instead when `TIDEGATE_STARTED` names its `started.json`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TIDEGATE_STARTED;
  if (running) {
    project.provide('product', readStarted(running));
    project.provide('productServers', readServers(dirname(running)));
    project.provide('supportMailbox', null);
    return async () => {};
  }
  const support = await startSupportMailbox();
  const product = await startProduct({ CARD_COMMISSION_BPS, ...support?.env }, 'memory');
  project.provide('product', product.started);
  project.provide('productServers', product.servers);
  project.provide('supportMailbox', support?.mailbox ?? null);
  return async () => {
    await product.stop();
    await support?.stop();
  };
}
