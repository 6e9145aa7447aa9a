import { newId } from '../../domain/ids.ts';
import type { OutboxRow } from '../core/outbox.ts';

/**
 * The data that starts a workflow. Every message to it carries all of this, so that a signal can start a run as well.
 */
export interface WorkflowRun {
  readonly workflowType: string;
  readonly workflowId: string;
  /** One line for operators, who read it in Temporal's own pages. */
  readonly summary: string;
  readonly input: object;
  readonly searchAttributes: object;
}

/** {@link WorkflowRun} of a row: its input, like every signal, has what the workflow must know of the row now. */
export interface RowRun extends WorkflowRun {
  readonly input: { readonly watch: object; readonly [name: string]: unknown };
}

/** Starts a workflow; repeating it does nothing. */
export function workflowStart(run: WorkflowRun): OutboxRow {
  return { topic: 'workflow.start', payload: { ...run, taskQueue: 'core' } };
}

/** Signals news to a workflow; starts a new run if the workflow has ended. */
export function workflowSignal(run: WorkflowRun, signalName: string, news: object): OutboxRow {
  const eventId = newId();
  const payload = { ...run, taskQueue: 'core', signalName, signalArgs: [{ eventId, ...news }] };
  return { topic: 'workflow.signal', payload, eventId };
}
