import type { Headers } from '@temporalio/common';
import {
  ContinueAsNew,
  proxySinks,
  type Sinks,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
  workflowInfo,
} from '@temporalio/workflow';
import { traceHeaders, traceparentOf } from './trace-header.ts';

// Not @temporalio/interceptors-opentelemetry: it needs the first generation of OpenTelemetry's packages, or an older
// SDK, and loads them into every workflow thread. All that a workflow has to do is to hand its trace on.

/** The interface by which workflows report to the process that runs them. */
export interface TraceSinks extends Sinks {
  readonly traces: { runEnded(run: EndedRun): void };
}

/** A run that belongs to a trace, with the id that its activities already know. */
export interface EndedRun {
  readonly parent: string;
  readonly spanId: string;
  /** Unix milliseconds. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  /** The class of the error with which it failed. */
  readonly failure?: string;
}

/**
 * Hands the trace of a run on to all that it begins: activities, child workflows and the run that continues it. A run
 * without a trace, or that began before there were any, does nothing differently, and neither does a replay.
 */
export function interceptors(): WorkflowInterceptors {
  let carried: Headers | undefined;
  const adding = <Input extends { readonly headers: Headers }>(input: Input): Input =>
    carried === undefined ? input : { ...input, headers: { ...input.headers, ...carried } };
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input, next) => next(adding(input)),
    scheduleLocalActivity: (input, next) => next(adding(input)),
    startChildWorkflowExecution: (input, next) => next(adding(input)),
    signalWorkflow: (input, next) => next(adding(input)),
    continueAsNew: (input, next) => next(adding(input)),
  };
  return {
    inbound: [
      {
        execute: (input, next) => {
          const parent = traceparentOf(input.headers);
          if (parent === undefined) return next(input);
          const { runId, startTime } = workflowInfo();
          const run = { parent, spanId: spanIdOf(runId), beganAtMs: startTime.getTime() };
          carried = traceHeaders(childOf(parent, run.spanId));
          return reporting(run, () => next(input));
        },
      },
    ],
    outbound: [outbound],
  };
}

const { traces } = proxySinks<TraceSinks>();

async function reporting(run: Omit<EndedRun, 'endedAtMs'>, execute: () => Promise<unknown>): Promise<unknown> {
  try {
    const result = await execute();
    traces.runEnded({ ...run, endedAtMs: Date.now() });
    return result;
  } catch (error) {
    const failure = error instanceof ContinueAsNew ? {} : { failure: error instanceof Error ? error.name : 'unknown' };
    traces.runEnded({ ...run, endedAtMs: Date.now(), ...failure });
    throw error;
  }
}

/** The same in each replay: the end of the run's id, which is random. */
function spanIdOf(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}

function childOf(traceparent: string, spanId: string): string {
  const [version, traceId, , flags] = traceparent.split('-');
  return [version, traceId, spanId, flags].join('-');
}
