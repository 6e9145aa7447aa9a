import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
  readonly ms: number;
}

export interface Collector {
  readonly url: string;
  /** In the order of their arrival. */
  readonly spans: CollectedSpan[];
  /** The headers of each export. */
  readonly headers: Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** An OTLP/HTTP receiver on loopback that keeps all spans. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const keep = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    headers.push(request.headers);
    spans.push(...spansOf(JSON.parse(body) as Exported));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void keep(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, string | number | boolean>>;
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

function spansOf({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service, ...collected(span) })));
  });
}

function collected(span: ExportedSpan): Omit<CollectedSpan, 'service'> {
  const { name, traceId, spanId, parentSpanId, links = [], status } = span;
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    attributes: valuesOf(span.attributes),
    failed: status.code === 2,
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string | number | boolean> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
}
