/** A message of an event stream (Server-Sent Events). */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The messages of a stream as they arrive. `onBytes` is called for all that arrives, heartbeats included. */
export async function* messagesOf(
  body: AsyncIterable<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let fields: Fields = { data: [] };
  for await (const bytes of body) {
    onBytes();
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map(withoutReturn)) {
      if (line !== '') {
        readLine(fields, line);
        continue;
      }
      const { id, event = 'message', data } = fields;
      if (data.length > 0) yield { id, event, data: data.join('\n') };
      fields = { data: [] };
    }
  }
}

interface Fields {
  id?: string;
  event?: string;
  readonly data: string[];
}

function readLine(fields: Fields, line: string): void {
  const at = line.indexOf(':');
  // A line that begins with a colon is a comment.
  if (at < 1) return;
  const value = line.slice(at + 1).replace(/^ /, '');
  switch (line.slice(0, at)) {
    case 'id':
      fields.id = value;
      return;
    case 'event':
      fields.event = value;
      return;
    case 'data':
      fields.data.push(value);
      return;
    default:
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
