import { defaultPayloadConverter, type Headers } from '@temporalio/common';

/** The header in which workflows and activities carry their trace: the name that Temporal's own SDKs use for it. */
const TRACE_HEADER = '_tracer-data';

/** Headers that refer to a span by its `traceparent`. */
export function traceHeaders(traceparent: string): Headers {
  return { [TRACE_HEADER]: defaultPayloadConverter.toPayload({ traceparent }) };
}

/** Undefined without a trace. Headers that others wrote may contain anything. */
export function traceparentOf({ [TRACE_HEADER]: payload }: Headers): string | undefined {
  if (payload === undefined) return undefined;
  try {
    const { traceparent } = Object(defaultPayloadConverter.fromPayload(payload)) as { readonly traceparent?: unknown };
    return typeof traceparent === 'string' && FORMAT.test(traceparent) ? traceparent : undefined;
  } catch {
    return undefined;
  }
}

const FORMAT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
