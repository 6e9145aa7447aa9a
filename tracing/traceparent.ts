/** A span as other processes refer to it: the W3C header `traceparent`, version 00. */
export interface SpanReference {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Undefined for anything that is not a valid `traceparent`: headers come from outside. */
export function readTraceparent(header: unknown): SpanReference | undefined {
  if (typeof header !== 'string') return undefined;
  const [, traceId = '', spanId = '', flags = ''] = FORMAT.exec(header) ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent({ traceId, spanId, sampled }: SpanReference): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

const FORMAT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
