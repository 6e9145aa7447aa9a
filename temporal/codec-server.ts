import type { PayloadCodec } from '@temporalio/common';
import { fromPlain, type PlainPayload, toPlain } from './payload-codec.ts';

/** Body of a codec server's request and answer: `POST /decode`, `POST /encode` as Temporal's Web UI sends them. */
export interface CodecBody {
  readonly payloads: readonly PlainPayload[];
}

/**
 * Answers a codec server's request, so that the Web UI stays readable with the codec on. It gives workflow contents in
 * the clear: mount it behind the operators' sign-in only.
 */
export async function answerCodec(
  codec: PayloadCodec,
  { path, body }: { readonly path: '/decode' | '/encode'; readonly body: CodecBody },
): Promise<CodecBody> {
  const payloads = body.payloads.map(fromPlain);
  const answered = path === '/decode' ? await codec.decode(payloads) : await codec.encode(payloads);
  return { payloads: answered.map(toPlain) };
}
