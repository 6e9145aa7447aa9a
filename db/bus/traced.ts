import { continueTrace } from '../../tracing/spans.ts';
import { readTraceparent } from '../../tracing/traceparent.ts';
import type { BusHandler, BusMessage } from './port.ts';

/** The handler as a part of the trace that its messages carry. */
export function traced(queue: string, handler: BusHandler): BusHandler {
  return (message) => {
    const attributes = { 'messaging.destination.name': message.topic, 'messaging.message.id': message.eventId };
    return continueTrace(message.traceparent, { name: `process ${queue}`, kind: 'consumer', attributes }, () =>
      handler(message),
    );
  };
}

/** The trace of a message as it travels over RabbitMQ. */
export function traceHeaders({ traceparent }: BusMessage): { readonly headers?: { readonly traceparent: string } } {
  return traceparent === undefined ? {} : { headers: { traceparent } };
}

/** Undefined unless it is one. */
export function traceparentOf(headers: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const found = headers?.traceparent;
  return readTraceparent(found) === undefined ? undefined : String(found);
}
