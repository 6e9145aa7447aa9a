import {
  type Span as ApiSpan,
  type Tracer as ApiTracer,
  type Context,
  DiagLogLevel,
  diag,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../settings/config.ts';
import type { MeasuredSpan, Span, SpanRequest, Tracer } from './spans.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';

/** A tracer that sends its spans to a collector, in batches and in the background. */
export interface ExportingTracer extends Tracer {
  /** Sends what is left, as far as the collector takes it. */
  close(): Promise<void>;
}

/**
 * Loads OpenTelemetry's packages: import this file only where traces are exported.
 * @param service the resource's name; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` have precedence
 * @param onTrouble what the exporter has to say, such as a collector that does not answer; spans are dropped then
 */
export function openExport(
  { endpoint, headers, ratio }: TracingSettings,
  service: string,
  onTrouble: (message: string) => void,
): ExportingTracer {
  diag.setLogger(
    { error: onTrouble, warn: onTrouble, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const named = resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid });
  const ids = new ChosenIds();
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    // A trace is sampled as a whole: its first service decides for all that continue it.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) }),
    ],
  });
  const tracer = provider.getTracer('tidegate');
  return {
    begin: (request, from) => begin(tracer, request, from),
    record: (span) => ids.whileChosen(span.spanId, () => record(tracer, span)),
    close: () => provider.shutdown(),
  };
}

function begin(tracer: ApiTracer, request: SpanRequest, from: { parent?: string; link?: string }): Span | null {
  const links = from.link === undefined ? [] : [contextOf(from.link)].filter((each) => each !== undefined);
  const span = tracer.startSpan(request.name, { ...optionsOf(request), links }, parentContext(from.parent));
  return span.isRecording() ? new ExportedSpan(span) : null;
}

function record(tracer: ApiTracer, span: MeasuredSpan): void {
  const options = { ...optionsOf(span), startTime: span.beganAtMs };
  const made = tracer.startSpan(span.name, options, parentContext(span.parent));
  if (span.failure !== undefined) fail(made, span.failure);
  made.end(span.endedAtMs);
}

class ExportedSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceparent: string;
  readonly #span: ApiSpan;

  constructor(span: ApiSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.traceparent = writeTraceparent({ traceId, spanId, sampled: true });
    this.#span = span;
  }

  set(attributes: Readonly<Record<string, string | number | boolean>>): void {
    this.#span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) fail(this.#span, error instanceof Error ? error.name : typeof error);
    this.#span.end();
  }
}

/** Messages of errors may contain what has no place here. */
function fail(span: ApiSpan, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function optionsOf({ kind = 'internal', attributes = {} }: SpanRequest) {
  return { kind: KINDS[kind], attributes };
}

function parentContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? undefined : contextOf(traceparent);
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent.context);
}

function contextOf(traceparent: string): Link | undefined {
  const reference = readTraceparent(traceparent);
  if (reference === undefined) return undefined;
  const { traceId, spanId, sampled } = reference;
  return { context: { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true } };
}

/** Random ids, except for spans whose children already know them. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #chosen: string | undefined;

  generateTraceId(): string {
    return this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#chosen ?? this.#random.generateSpanId();
  }

  whileChosen(spanId: string, work: () => void): void {
    this.#chosen = spanId;
    try {
      work();
    } finally {
      this.#chosen = undefined;
    }
  }
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;
