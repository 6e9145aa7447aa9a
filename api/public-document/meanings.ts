import { ERROR_CODE_WORDS } from '../../contract/error-codes.ts';
import type { SchemaNode } from '../../contract/open-api.ts';
import { STATUS_REASONS } from '../../contract/status-reasons.ts';
import { type Schemas, schemaRef } from './nodes.ts';

/** Makes `code` of errors and `status_reason` of objects enums whose values are explained. */
export function addMeanings(schemas: Schemas): void {
  const codes = Object.entries(ERROR_CODE_WORDS).filter((entry): entry is [string, string] => entry[1] !== null);
  schemas.ErrorCode = explained(codes, 'For programs; a code never changes its meaning. Codes can be added.');
  setProperty(schemas, 'Error', 'code', schemaRef('ErrorCode'));
  for (const [name, reasons] of Object.entries(STATUS_REASONS)) {
    const reason = `${name}StatusReason`;
    schemas[reason] = explained(
      Object.entries(reasons),
      'Why it is in its status, or what keeps it there. Reasons can be added.',
    );
    const description = 'Null where the status says everything.';
    setProperty(schemas, name, 'status_reason', { anyOf: [schemaRef(reason), { type: 'null' }], description });
  }
}

function explained(values: readonly (readonly [string, string])[], description: string): SchemaNode {
  return {
    type: 'string',
    description,
    enum: values.map(([value]) => value),
    'x-enum-descriptions': values.map(([, words]) => words),
  };
}

function setProperty(schemas: Schemas, name: string, property: string, value: SchemaNode): void {
  const schema = schemas[name];
  if (schema?.properties?.[property] === undefined) throw new Error(`${name}.${property} is not in the document.`);
  schemas[name] = { ...schema, properties: { ...schema.properties, [property]: value } };
}
