import { docBlock, inComment, phpFile } from './code.ts';
import { dataOf, nameOf, type PublicDocument, resolved, type Schema, withoutNull } from './document.ts';

/** How a field is declared, and read from what arrived. */
interface Field {
  readonly native: string;
  /** Its type in a comment, where PHP cannot say it. */
  readonly documented?: string;
  read(value: string): string;
}

/** `src/Models.php`: a class with readonly properties for each object that the API returns, and for each event. */
export function modelsFile(document: PublicDocument): string {
  const classes = new Map<string, Schema>();
  const collect = (name: string, schema: Schema): void => {
    if (classes.has(name)) return;
    classes.set(name, schema);
    for (const [field, each] of Object.entries(schema.properties ?? {})) {
      for (const nested of objectsIn(document, each, `${name}${pascal(field)}`)) collect(nested.name, nested.schema);
    }
  };
  const events = eventsOf(document);
  const returned = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => dataOf(document, operation).names),
  );
  const roots = [...returned, ...events.flatMap(({ data }) => data.$ref ?? []).map(nameOf), 'Pagination', 'Warning'];
  for (const name of roots.filter((each) => each !== 'Event')) {
    collect(name, resolved(document, { $ref: `/${name}` }));
  }
  for (const event of events) {
    if (event.data.$ref === undefined) collect(`${event.name}Data`, event.data);
  }
  const models = [...classes].sort(([a], [b]) => (a < b ? -1 : 1));
  const body = [
    ...models.map(([name, schema]) => modelClass(document, name, schema)),
    ...events.map((event) => eventClass(event)),
    eventClasses(events),
  ];
  return phpFile('Tidegate\\Model', ['Tidegate\\LastResponse'], body.join('\n'));
}

interface EventShape {
  readonly name: string;
  readonly object: string;
  readonly types: readonly string[];
  readonly data: Schema;
}

/** The events of webhooks, which are those of the list and a test. */
function eventsOf(document: PublicDocument): EventShape[] {
  const { oneOf = [] } = resolved(document, { $ref: '/WebhookEvent' });
  return oneOf.map((each) => {
    const { type, data } = resolved(document, each).properties ?? {};
    const types = type?.enum ?? [];
    const objects = new Set(types.map((name) => name.split('.')[0] ?? ''));
    const [object] = objects;
    if (data === undefined || object === undefined || objects.size > 1) throw new Error('An event is of one object.');
    return { name: nameOf(each.$ref ?? '').replace(/Webhook$/, 'Event'), object, types, data };
  });
}

function eventClass({ name, types, data }: EventShape): string {
  const model = data.$ref === undefined ? `${name}Data` : nameOf(data.$ref);
  return `${docBlock(inComment(`An event of type ${types.map((type) => `\`${type}\``).join(', ')}.`), '')}final class ${name} extends Event
{
    public readonly ${model} $data;

    protected function read(array $data): void
    {
        $this->data = new ${model}($data);
    }
}
`;
}

function eventClasses(events: readonly EventShape[]): string {
  const lines = events.map(({ object, name }) => `        '${object}' => ${name}::class,`);
  return `/** The class of an event, by what its type begins with. */
final class EventClasses
{
    public const BY_OBJECT = [
${lines.join('\n')}
    ];
}
`;
}

function modelClass(document: PublicDocument, name: string, schema: Schema): string {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => {
    const { schema: inner, nullable } = withoutNull(each);
    const shape = fieldOf(document, inner, { className: `${name}${pascal(field)}`, field });
    const isNullable = nullable || !required.has(field);
    return { field, shape, isNullable, description: inner.description ?? resolved(document, inner).description };
  });
  const declared = fields.map(({ field, shape, isNullable, description }) => {
    const documented = shape.documented === undefined ? [] : [`@var ${shape.documented}${isNullable ? '|null' : ''}`];
    const block = docBlock([...inComment(description), ...documented], '    ');
    return `${block}    public readonly ${isNullable ? nullableOf(shape.native) : shape.native} $${field};\n`;
  });
  const read = fields.map(({ field, shape, isNullable }) => {
    const value = `$data['${field}']`;
    return isNullable
      ? `        $this->${field} = isset(${value}) ? ${shape.read(value)} : null;\n`
      : `        if (isset(${value})) {\n            $this->${field} = ${shape.read(value)};\n        }\n`;
  });
  return `${docBlock(inComment(schema.description), '')}final class ${name} extends Model
{
${declared.join('')}
    /** @param array<array-key, mixed> $data */
    public function __construct(array $data, ?LastResponse $lastResponse = null)
    {
        parent::__construct($data, $lastResponse);
${read.join('')}    }
}
`;
}

const SCALARS: Readonly<Record<string, { native: string; reader: string }>> = {
  string: { native: 'string', reader: 'string' },
  integer: { native: 'int', reader: 'int' },
  number: { native: 'int|float', reader: 'number' },
  boolean: { native: 'bool', reader: 'bool' },
};

function fieldOf(document: PublicDocument, schema: Schema, at: { className: string; field: string }): Field {
  const full = resolved(document, schema);
  const scalar = typeof full.type === 'string' ? SCALARS[full.type] : undefined;
  if (scalar !== undefined) {
    return { native: scalar.native, read: (value) => `self::${scalar.reader}(${value}, '${at.field}')` };
  }
  if (full.type === 'array') return listField(document, full.items ?? {}, at);
  if (isMap(full)) {
    if (resolved(document, full.additionalProperties as Schema).type !== 'string') throw new Error(`${at.className}?`);
    return {
      native: 'array',
      documented: 'array<string, string>',
      read: (value) => `self::map(${value}, '${at.field}')`,
    };
  }
  if (full.properties === undefined) throw new Error(`${at.className} has a type that PHP cannot say yet.`);
  const model = schema.$ref === undefined ? at.className : nameOf(schema.$ref);
  return { native: model, read: (value) => `new ${model}(self::object(${value}, '${at.field}'))` };
}

function listField(document: PublicDocument, items: Schema, at: { className: string; field: string }): Field {
  const full = resolved(document, items);
  if (full.type === 'string') {
    return { native: 'array', documented: 'list<string>', read: (value) => `self::strings(${value}, '${at.field}')` };
  }
  if (full.properties === undefined) throw new Error(`${at.className} is a list that PHP cannot say yet.`);
  const model = items.$ref === undefined ? at.className : nameOf(items.$ref);
  return {
    native: 'array',
    documented: `list<${model}>`,
    read: (value) => `${model}::listFrom(${value}, '${at.field}')`,
  };
}

/** The objects that a field has within it. */
function objectsIn(document: PublicDocument, field: Schema, name: string): { name: string; schema: Schema }[] {
  const { schema } = withoutNull(field);
  const full = resolved(document, schema);
  if (full.items !== undefined) return objectsIn(document, full.items, name);
  if (full.properties === undefined) return [];
  return [{ name: schema.$ref === undefined ? name : nameOf(schema.$ref), schema: full }];
}

function isMap({ additionalProperties }: Schema): boolean {
  return typeof additionalProperties === 'object';
}

function nullableOf(native: string): string {
  return native.includes('|') ? `${native}|null` : `?${native}`;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
