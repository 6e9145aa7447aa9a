import { ERROR_CODE_WORDS } from '../../contract/error-codes.ts';
import type { OpenApiDocument } from '../../contract/open-api.ts';
import { STATUS_REASONS } from '../../contract/status-reasons.ts';
import { ERROR_CODES, httpStatusOf } from '../../domain/errors.ts';
import { refName, slugOf } from './document.ts';
import { Words } from './schema.tsx';

export const MEANINGS = {
  slug: 'statuses-and-errors',
  name: 'Statuses and errors',
  description: 'Every status, every reason for it and every error code, in words.',
} as const;

/** The values of `status` and `status_reason` by object, and those of `code` of errors. */
export function Meanings({ document }: { readonly document: OpenApiDocument }) {
  const codes = ERROR_CODES.flatMap((code) => {
    const words = ERROR_CODE_WORDS[code];
    return words === null ? [] : [{ value: code, about: `${httpStatusOf(code)}`, words }];
  });
  return (
    <>
      <h1>{MEANINGS.name}</h1>
      <p className="lead">{MEANINGS.description}</p>
      <p>Values can be added. Treat one that you do not know like the status or the HTTP status it comes with.</p>
      {Object.entries(STATUS_REASONS).map(([name, reasons]) => (
        <section key={name} aria-labelledby={slugOf(`of ${name}`)} className="object">
          <h2 id={slugOf(`of ${name}`)}>{name}</h2>
          <p>
            Statuses:{' '}
            {statusesOf(document, name).map((status, index) => (
              <span key={status}>
                {index > 0 && ', '}
                <code>{status}</code>
              </span>
            ))}
          </p>
          <Values values={Object.entries(reasons).map(([value, words]) => ({ value, words }))} />
        </section>
      ))}
      <section aria-labelledby="errors" className="object">
        <h2 id="errors">Errors</h2>
        <Values values={codes} />
      </section>
    </>
  );
}

interface Value {
  readonly value: string;
  readonly words: string;
  readonly about?: string;
}

function Values({ values }: { readonly values: readonly Value[] }) {
  return (
    <dl className="fields">
      {values.map(({ value, words, about }) => (
        <div key={value}>
          <dt>
            <code>{value}</code> {about !== undefined && <span className="type">{about}</span>}
          </dt>
          <dd>
            <Words text={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function statusesOf({ components }: OpenApiDocument, name: string): string[] {
  const status = components.schemas?.[name]?.properties?.status;
  const values = status?.enum ?? components.schemas?.[refName(status?.$ref ?? '')]?.enum ?? [];
  return values.map(String);
}
