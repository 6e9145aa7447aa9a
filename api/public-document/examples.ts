import { mapOperations, mapValues, type Paths } from './nodes.ts';

/** A request that a test made in sandbox, and what the gateway answered. */
export interface RecordedCall {
  readonly status: number;
  readonly request?: unknown;
  readonly answer: unknown;
}

/** By `operationId`, of one version. Recorded by `recorded.test.ts`, never written by hand. */
export type RecordedCalls = Readonly<Record<string, RecordedCall>>;

/** Shows the recorded requests and answers as examples. */
export function addExamples(paths: Paths, recorded: RecordedCalls): Paths {
  return mapOperations(paths, (operation) => {
    const call = recorded[operation.operationId ?? ''];
    if (call === undefined) return operation;
    const { requestBody } = operation;
    return {
      ...operation,
      ...(requestBody === undefined || call.request === undefined
        ? {}
        : { requestBody: { ...requestBody, content: withExample(requestBody.content, call.request) } }),
      responses: mapValues(operation.responses, (answer, status) =>
        status === String(call.status) && answer.content !== undefined
          ? { ...answer, content: withExample(answer.content, call.answer) }
          : answer,
      ),
    };
  });
}

function withExample<Media extends object>(content: Readonly<Record<string, Media>>, example: unknown) {
  return mapValues(content, (media) => ({ ...media, example }));
}
