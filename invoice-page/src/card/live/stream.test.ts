import { describe, expect, it } from 'vitest';
import { eventsOf } from './stream.ts';

async function read(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

describe('the events of a stream', () => {
  const text =
    'retry: 1000\n\nevent: card_order\nid: 2\ndata: {"id":"a","name":"Łukasz"}\n\nevent: heartbeat\ndata: {}\n\n';
  const events = [
    { event: 'card_order', data: '{"id":"a","name":"Łukasz"}' },
    { event: 'heartbeat', data: '{}' },
  ];

  it('are read however the network cuts them', async () => {
    expect(await read(text)).toEqual(events);
    for (let at = 1; at < text.length; at += 1) {
      expect(await read(text.slice(0, at), text.slice(at)), `cut at ${at}`).toEqual(events);
    }
  });

  it('may have data of several lines, other line ends, and no name', async () => {
    expect(await read('data: one\r\ndata: two\r\n\r\n')).toEqual([{ event: 'message', data: 'one\ntwo' }]);
  });

  it('that is cut off is none', async () => {
    expect(await read('event: card_order\ndata: {"id"')).toEqual([]);
  });
});
