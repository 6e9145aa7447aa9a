import type { ReactNode } from 'react';
import type { SchemaNode } from '../../contract/open-api.ts';
import { contentSchema, refName, slugOf } from './document.ts';

export interface Field {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly required: boolean;
  readonly about?: string | undefined;
}

/** The fields of an object, or what else the schema is; objects without a name show their fields within. */
export function Schema({ schema }: { readonly schema: SchemaNode }) {
  if (schema.$ref !== undefined || schema.properties === undefined) {
    return (
      <>
        <p>
          <TypeOf schema={schema} /> <Words text={schema.description} />
        </p>
        <Rules schema={schema} />
      </>
    );
  }
  return (
    <>
      {schema.description !== undefined && (
        <p>
          <Words text={schema.description} />
        </p>
      )}
      <Fields fields={fieldsOf(schema)} />
    </>
  );
}

/** A list of fields with their types and rules. */
export function Fields({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name}</code> <TypeOf schema={field.schema} />
            {field.required && <span className="required"> required</span>}
          </dt>
          <dd>
            <Words text={field.about ?? field.schema.description} />
            <Rules schema={field.schema} />
            <Inner schema={field.schema} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Text of the document: text between backticks is code. */
export function Words({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  // Every second part stood between backticks.
  const parts: ReactNode[] = text.split('`').map((part, index) => {
    const key = `${index} ${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
  return <>{parts}</>;
}

/** The schema of what a call answers, without the envelope `data`. */
export function dataSchema(content: Parameters<typeof contentSchema>[0]): SchemaNode | undefined {
  const schema = contentSchema(content);
  return schema?.properties?.data ?? schema;
}

export function TypeOf({ schema }: { readonly schema: SchemaNode }) {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return (
      <a className="type" href={`#object-${slugOf(name)}`}>
        {name}
      </a>
    );
  }
  if (schema.anyOf !== undefined) {
    return (
      <span className="type">
        {schema.anyOf.map((each, index) => (
          // The alternatives of a schema have no names of their own.
          <span key={JSON.stringify(each)}>
            {index > 0 && ' or '}
            <TypeOf schema={each} />
          </span>
        ))}
      </span>
    );
  }
  if (schema.items !== undefined) {
    return (
      <span className="type">
        list of <TypeOf schema={schema.items} />
      </span>
    );
  }
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return <span className="type">{schema.format === undefined ? types : `${types} (${schema.format})`}</span>;
}

function fieldsOf(schema: SchemaNode): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: required.has(name),
  }));
}

function Inner({ schema }: { readonly schema: SchemaNode }) {
  const inner = schema.properties === undefined ? schema.items : schema;
  if (inner?.properties === undefined) return null;
  return (
    <details>
      <summary>Fields</summary>
      <Fields fields={fieldsOf(inner)} />
    </details>
  );
}

function Rules({ schema }: { readonly schema: SchemaNode }) {
  const values = (schema.enum ?? schema.items?.enum)?.filter((value) => value !== null);
  const rules = [
    rule('Minimum', schema.minimum),
    rule('Maximum', schema.maximum),
    rule('At most', schema.maxItems, ' entries'),
    rule('At most', schema.maxLength, ' characters'),
    rule('Default', schema.default),
  ].filter((each) => each !== null);
  return (
    <>
      {rules.length > 0 && <p className="rules">{rules.join(' · ')}</p>}
      {values !== undefined && (
        <ul className="values">
          {values.map((value) => (
            <li key={String(value)}>
              <code>{String(value)}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function rule(name: string, value: unknown, unit = ''): string | null {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return value === undefined ? null : `${name} ${text}${unit}`;
}
