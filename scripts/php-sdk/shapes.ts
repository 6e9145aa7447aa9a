import { type Parameter, type PublicDocument, resolved, type Schema, withoutNull } from './document.ts';

/** The array that a call takes, as a comment says it: one line for each field. */
export function shapeLines(document: PublicDocument, schema: Schema): string[] {
  const { properties = {}, required = [] } = resolved(document, schema);
  const fields = Object.entries(properties).flatMap(([name, each]) => {
    const type = typeOf(document, each);
    const [first = '', ...more] = type;
    const lines = [`${name}${required.includes(name) ? '' : '?'}: ${first}`, ...more];
    return [...lines.slice(0, -1), `${lines.at(-1)},`].map((line) => `    ${line}`);
  });
  return ['array{', ...fields, '}'];
}

/** The array of a query: every list may be one, too, since they are joined by commas. */
export function queryShape(document: PublicDocument, parameters: readonly Parameter[]): string[] {
  const fields = parameters.map(({ name, required, schema }) => {
    const type = COMMA_LISTS.has(name) ? 'string|list<string>' : typeOf(document, schema).join(' ');
    return `    ${name}${required === true ? '' : '?'}: ${name.startsWith('date_') ? `${type}|\\DateTimeInterface` : type},`;
  });
  return ['array{', ...fields, '}'];
}

/** Parameters that take several values, by comma. */
const COMMA_LISTS = new Set(['ids', 'status', 'types', 'kinds']);

function typeOf(document: PublicDocument, schema: Schema): string[] {
  const { schema: inner, nullable } = withoutNull(schema);
  const lines = plainTypeOf(document, resolved(document, inner));
  return nullable ? [...lines.slice(0, -1), `${lines.at(-1)}|null`] : lines;
}

function plainTypeOf(document: PublicDocument, schema: Schema): string[] {
  const { type, items, additionalProperties, properties } = schema;
  if (schema.enum !== undefined) return [schema.enum.map((each) => `'${each}'`).join('|')];
  if (items !== undefined) {
    const lines = typeOf(document, items);
    return [...lines.slice(0, -1), `${lines.at(-1)}>`].map((line, index) => (index === 0 ? `list<${line}` : line));
  }
  if (properties !== undefined) return shapeLines(document, schema);
  if (typeof additionalProperties === 'object') {
    return [`array<string, ${typeOf(document, additionalProperties).join(' ')}>`];
  }
  const types = [type ?? []].flat().map((each) => NAMES[each] ?? 'mixed');
  return [[...new Set(types)].join('|')];
}

/** A number that is no whole one is sent as text: the SDK refuses floats. */
const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'int',
  boolean: 'bool',
};
