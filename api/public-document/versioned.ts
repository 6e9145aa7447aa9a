import type { Answer, OpenApiDocument, Operation, SchemaNode } from '../../contract/open-api.ts';
import type { ApiVersion } from '../../domain/versions/api-versions.ts';
import { olderBodySchema } from '../../domain/versions/bodies.ts';
import type { VersionedSchema } from '../../domain/versions/change.ts';
import { CHANGES } from '../../domain/versions/changes.ts';
import { translationOf } from '../../domain/versions/translate.ts';
import { mapOperations, mapValues } from './nodes.ts';

type Content = NonNullable<Operation['requestBody']>['content'];

/** The document of the newest version as an older one has it: the calls with an API token alone have versions. */
export function documentAt(document: OpenApiDocument, version: ApiVersion): OpenApiDocument {
  const paths = mapOperations(document.paths, (operation, { path }) =>
    path.startsWith(VERSIONED) ? operationAt(operation, version) : operation,
  );
  return { ...document, info: { ...document.info, version }, paths };
}

const VERSIONED = '/api/v1/';

function operationAt(operation: Operation, version: ApiVersion): Operation {
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: bodyAt(requestBody.content, version) } }),
    responses: mapValues(responses, (answer) => answerAt(answer, version)),
  };
}

function bodyAt(content: Content, version: ApiVersion): Content {
  return mapValues(content, (media) => {
    const schema = olderBodySchema(media.schema as VersionedSchema, { version, changes: CHANGES });
    return { ...media, schema: schema as SchemaNode };
  });
}

function answerAt(answer: Answer, version: ApiVersion): Answer {
  if (answer.content === undefined) return answer;
  return {
    ...answer,
    content: mapValues(answer.content, (media) =>
      media.schema === undefined ? media : { ...media, schema: schemaAt(media.schema, version) },
    ),
  };
}

/** A schema of answers or events in a version. */
export function schemaAt(schema: SchemaNode, version: ApiVersion): SchemaNode {
  const translation = translationOf(schema as VersionedSchema, { version, changes: CHANGES });
  return translation === undefined ? schema : (translation.schema as SchemaNode);
}
