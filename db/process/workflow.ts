import type { OutboxRow } from '../core/outbox.ts';
import type { Kind, Process } from './define.ts';
import { workflowSignal, workflowStart } from './workflow-run.ts';

/** Starts the workflow of a new row. */
export function startOf<K extends Kind>(process: Process<K>, facts: K['facts'], nowMs = Date.now()): OutboxRow {
  return workflowStart(workflowOf(process).run(facts, nowMs));
}

/** Signals the current row to its workflow. */
export function signalOf<K extends Kind>(process: Process<K>, facts: K['facts'], nowMs = Date.now()): OutboxRow {
  const { run, signal } = workflowOf(process);
  const started = run(facts, nowMs);
  return workflowSignal(started, signal, { watch: started.input.watch });
}

/** Signals the workflow that it is no longer blocked and should retry at once. */
export function nudgeOf<K extends Kind>(process: Process<K>, facts: K['facts'], nowMs = Date.now()): OutboxRow {
  const { run, signal } = workflowOf(process);
  const started = run(facts, nowMs);
  return workflowSignal(started, signal, { watch: started.input.watch, again: true });
}

function workflowOf<K extends Kind>({ name, workflow }: Process<K>): NonNullable<Process<K>['workflow']> {
  if (workflow === undefined) throw new Error(`The process ${name} has no workflows.`);
  return workflow;
}
