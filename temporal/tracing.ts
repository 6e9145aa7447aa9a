import type { Context } from '@temporalio/activity';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { Headers } from '@temporalio/common';
import type { ActivityInterceptors, InjectedSinks } from '@temporalio/worker';
import { continueTrace, inSpan, recordSpan } from '../tracing/spans.ts';
import { traceHeaders, traceparentOf } from '../workflows/trace-header.ts';
import type { TraceSinks } from '../workflows/tracing.ts';

/** Starts of workflows belong to the trace in which they are requested, and hand it on to the workflow. */
export const tracedCalls: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => traced('start', input, next),
  signalWithStart: (input, next) => traced('start', input, next),
};

function traced<Input extends { readonly headers: Headers; readonly workflowType: string }, Answer>(
  verb: string,
  input: Input,
  next: (input: Input) => Promise<Answer>,
): Promise<Answer> {
  return inSpan({ name: `${verb} ${input.workflowType}`, kind: 'client' }, (span) =>
    next(span === null ? input : { ...input, headers: { ...input.headers, ...traceHeaders(span.traceparent) } }),
  );
}

/** Each attempt of an activity is a part of its workflow's trace. Attributes name no workflow: its id is a secret. */
export function tracedActivity({ info }: Context): ActivityInterceptors {
  return {
    inbound: {
      execute: (input, next) => {
        const { activityType, attempt, taskQueue, workflowExecution } = info;
        const attributes = { attempt, 'task.queue': taskQueue, 'workflow.run.id': workflowExecution?.runId ?? '' };
        return continueTrace(traceparentOf(input.headers), { name: `run ${activityType}`, attributes }, () =>
          next(input),
        );
      },
    },
  };
}

/** Runs of workflows report themselves when they end; a replay does not. */
export const traceSinks: InjectedSinks<TraceSinks> = {
  traces: {
    runEnded: {
      callDuringReplay: false,
      fn: ({ workflowType, runId, taskQueue }, run) =>
        recordSpan({
          ...run,
          name: `run ${workflowType}`,
          attributes: { 'task.queue': taskQueue, 'workflow.run.id': runId },
        }),
    },
  },
};
