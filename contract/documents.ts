import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../domain/languages.ts';
import { Exact, Nullable } from './basics.ts';

export const DocumentLanguageQuery = Exact({
  lang: Type.Optional(
    Type.Enum(LANGUAGES, { type: 'string', description: 'By default the language in which the payer reads.' }),
  ),
});

export const VerifyDocumentBody = Exact(
  {
    proof: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'The proof that the document carries: the text after `#` of its link.',
    }),
    file: Type.Optional(
      Exact({
        seal: Type.String({ minLength: 1, maxLength: 300, description: 'The seal at the end of the file.' }),
        sha256: Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description: 'Of the file without the line of its seal, in base64url.',
        }),
      }),
    ),
  },
  { title: 'VerifyDocument' },
);

export const DocumentVerdict = Exact(
  {
    verdict: Type.Enum(['genuine', 'changed', 'unknown'], {
      type: 'string',
      description:
        '`genuine`: issued by this gateway, and of a file also unchanged. `changed`: the facts are genuine, the file is ' +
        'not as it was issued. `unknown`: not issued by this gateway.',
    }),
    facts: Nullable(
      Type.Record(Type.String(), Type.String(), { description: 'What the proof states; null where it is unknown.' }),
    ),
  },
  { title: 'DocumentVerdict' },
);

export type DocumentVerdict = Static<typeof DocumentVerdict>;
