import { type Static, Type } from 'typebox';

/** Temporal's protobuf messages as JSON: bytes are base64. Newer servers may add fields, so unknown ones are kept. */
const CodedPayload = Type.Object(
  {
    metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
    data: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: true },
);

/** Temporal's protocol for codec servers has no envelope of ours. */
export const CodedPayloads = Type.Object({ payloads: Type.Array(CodedPayload, { maxItems: 500 }) });

export type CodedPayload = Static<typeof CodedPayload>;
