import { type Static, Type } from 'typebox';

/** The one shape of every answer that is not a success. */
export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: 'For people; may change.' }),
    code: Type.String({ description: 'For programs; does not change.', examples: ['validation_failed'] }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Field path to what is wrong with it.',
      }),
    ),
    status: Type.Optional(Type.String({ description: 'Of a refusal by status: the status of the object.' })),
    possible: Type.Optional(
      Type.Array(Type.String(), { description: 'What that status allows; whether it succeeds may depend on more.' }),
    ),
    invoice_id: Type.Optional(Type.String({ description: 'Of `reference_taken`: the invoice that has it.' })),
    request_id: Type.String({ description: 'Also in the header X-Request-Id.' }),
  },
  { additionalProperties: false, title: 'Error' },
);
export type ErrorBody = Static<typeof ErrorBody>;

const descriptions = {
  400: 'The body is not JSON, or the version is not supported.',
  401: 'No credentials, or wrong ones.',
  403: 'Not permitted; `code` says whether by permission, mode or address.',
  404: 'There is no such object, or it is not yours.',
  406: 'The browser is not known yet: a code that confirms it was mailed.',
  409: 'In conflict with the present state, or with an earlier request of the same key.',
  410: 'The link is no longer good.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  419: 'The CSRF token is missing or outdated.',
  422: 'The data was understood and is not valid; `errors` names each field.',
  429: 'Too many requests; try again after Retry-After seconds.',
  503: 'Not available now; try again after Retry-After seconds.',
} as const;

export type ErrorStatus = keyof typeof descriptions;

/** The names of the answers in the public document, as HTTP calls the statuses. */
export const ERROR_ANSWERS: Readonly<Record<ErrorStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  419: 'CsrfTokenMismatch',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** One object for each status: what a server compiles of it serves every route. */
const schemas = new Map<ErrorStatus, typeof ErrorBody>();

/** Response schemas for the statuses a route can answer with beside its success. */
export function errorResponses<Status extends ErrorStatus>(...statuses: Status[]): Record<Status, typeof ErrorBody> {
  const responses = {} as Record<Status, typeof ErrorBody>;
  for (const status of statuses) {
    const schema = schemas.get(status) ?? Object.assign({ ...ErrorBody }, { description: descriptions[status] });
    schemas.set(status, schema);
    responses[status] = schema;
  }
  return responses;
}
