import type { OpenApiDocument } from '../../contract/open-api.ts';
import { codeOf, highlighted, LANGUAGES } from './code.ts';
import { type Call, contentSchema, resolved } from './document.ts';
import { answerExample, bodyExample } from './examples.ts';
import { dataSchema, Fields, Schema, TypeOf, Words } from './schema.tsx';

interface CallProps {
  readonly document: OpenApiDocument;
  readonly call: Call;
  /** Whether to show how to make the call in code; not for calls that need the session of a person. */
  readonly withCode: boolean;
}

/** One call: what it does, takes and answers, and beside it how to make it. */
export function CallArticle({ document, call, withCode }: CallProps) {
  const { operation, method, path, id } = call;
  const parameters = operation.parameters ?? [];
  const body = contentSchema(operation.requestBody?.content);
  const bodyFields = body === undefined ? undefined : resolved(document, body);
  return (
    <article aria-labelledby={id} className={withCode ? 'call beside' : 'call'}>
      <div className="about">
        <h2 id={id}>{operation.summary ?? path}</h2>
        <p className="line">
          <span className={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        <p>
          <Words text={operation.description} />
        </p>
        {parameters.length > 0 && (
          <>
            <h3>Parameters</h3>
            <Fields
              fields={parameters.map(({ name, schema, required = false, in: place, description }) => ({
                name,
                schema,
                required,
                about: `In the ${place}. ${description ?? schema.description ?? ''}`,
              }))}
            />
          </>
        )}
        {bodyFields !== undefined && (
          <>
            <h3>Body</h3>
            <Schema schema={bodyFields} />
          </>
        )}
        <Answers call={call} />
      </div>
      {withCode && <Code document={document} call={call} />}
    </article>
  );
}

function Answers({ call: { operation } }: { readonly call: Call }) {
  return (
    <details className="answers">
      <summary>Responses</summary>
      <dl className="fields">
        {Object.entries(operation.responses).map(([status, { description, content }]) => {
          const schema = dataSchema(content);
          return (
            <div key={status}>
              <dt>
                <code>{status}</code> {schema !== undefined && <TypeOf schema={schema} />}
              </dt>
              <dd>
                <Words text={description} />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

function Code({ document, call }: Pick<CallProps, 'document' | 'call'>) {
  const code = codeOf(call, bodyExample(document, call));
  const answer = answerExample(document, call);
  return (
    <div className="code">
      <figure>
        <figcaption>
          Request <Copy of={call.operation.summary ?? call.path} what="request" />
        </figcaption>
        {LANGUAGES.map(({ id, grammar }) => (
          <Pre key={id} html={highlighted(code[id], grammar)} className={`sample ${id}`} />
        ))}
      </figure>
      {answer !== undefined && (
        <figure>
          <figcaption>
            Response <Copy of={call.operation.summary ?? call.path} what="response" />
          </figcaption>
          <Pre html={highlighted(JSON.stringify(answer, null, 2), 'json')} className="answer" />
        </figure>
      )}
    </div>
  );
}

/** Hidden until a script can copy. */
function Copy({ of, what }: { readonly of: string; readonly what: string }) {
  return (
    <button type="button" className="copy" hidden aria-label={`Copy the ${what}: ${of}`}>
      Copy
    </button>
  );
}

/** A longer line scrolls within, so the keyboard must reach it. */
function Pre({ html, className }: { readonly html: string; readonly className: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className={className} tabIndex={0}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter has escaped it */}
      <code dangerouslySetInnerHTML={{ __html: html }} />
    </pre>
  );
}
