import { AsyncLocalStorage } from 'node:async_hooks';

// Not the global context of OpenTelemetry's packages: they are loaded only where traces are exported, and everything
// here costs one comparison where they are not.

/** The data known when a span begins. Never personal data, secrets, amounts or anything that opens a page. */
export interface SpanRequest {
  readonly name: string;
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A sampled span that has begun. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** How other processes refer to it. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Call it once. An error's class is recorded, never its message. */
  end(error?: unknown): void;
}

/** A span that somebody else measured. */
export interface MeasuredSpan extends SpanRequest {
  readonly parent: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  /** The class of the error with which it failed. */
  readonly failure?: string;
}

/** Makes spans; only sampled ones exist. */
export interface Tracer {
  /** @param from parent or linked spans, as `traceparent`; those that are not valid are ignored */
  begin(request: SpanRequest, from: { readonly parent?: string; readonly link?: string }): Span | null;
  record(span: MeasuredSpan): void;
}

/** From now on the process makes spans; without a tracer it makes none. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

/**
 * Begins a trace, if it is sampled; the caller ends the span.
 * @param link the `traceparent` of a stranger, which is noted and never continued
 */
export function beginTrace(request: SpanRequest, link?: string): Span | null {
  return tracer?.begin(request, link === undefined ? {} : { link }) ?? null;
}

/** Runs the work as a part of the present span; without one, just runs it. */
export function inSpan<T>(request: SpanRequest, work: (span: Span | null) => Promise<T>): Promise<T> {
  if (tracer === undefined) return work(null);
  const parent = active.getStore();
  return parent === undefined ? work(null) : during(tracer.begin(request, { parent: parent.traceparent }), work);
}

/** Runs the work as a part of the trace that another process handed over; without one, outside any trace. */
export function continueTrace<T>(
  traceparent: string | null | undefined,
  request: SpanRequest,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work(null);
  if (!traceparent) return outsideTraces(() => work(null));
  return during(tracer.begin(request, { parent: traceparent }), work);
}

/** Calls the work, and everything that it begins, as a part of this span. */
export function underSpan<T>(span: Span | null | undefined, work: () => T): T {
  return span ? active.run(span, work) : work();
}

/** For work that several callers share: it belongs to none of them. */
export function outsideTraces<T>(work: () => T): T {
  return tracer === undefined ? work() : active.run(undefined, work);
}

/** Hands a span over to the process's tracer that was measured elsewhere. */
export function recordSpan(span: MeasuredSpan): void {
  tracer?.record(span);
}

/** The present span. */
export function presentSpan(): Span | undefined {
  return tracer === undefined ? undefined : active.getStore();
}

/** How what leaves this process refers to the present span; null outside sampled traces. */
export function presentTraceparent(): string | null {
  return presentSpan()?.traceparent ?? null;
}

/** For lines of the log, by the names that OpenTelemetry gives them. */
export function presentTraceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = presentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span | undefined>();

async function during<T>(span: Span | null, work: (span: Span | null) => Promise<T>): Promise<T> {
  try {
    const result = await active.run(span ?? undefined, () => work(span));
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}
