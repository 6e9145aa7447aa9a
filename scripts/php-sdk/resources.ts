import { docBlock, inComment, phpFile } from './code.ts';
import { dataOf, hasCursor, type Operation, type Parameter, type PublicDocument, resolved } from './document.ts';
import { METHODS } from './methods.ts';
import { queryShape, shapeLines } from './shapes.ts';

/** `src/Resources.php`: a class for each resource with a method for each call, and the client that has them. */
export function resourcesFile(document: PublicDocument): string {
  const resources = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      const named = METHODS[operation.operationId];
      if (named === undefined) throw new Error(`${operation.operationId} needs a name in scripts/php-sdk/methods.ts.`);
      if (named === null) continue;
      const [resource = '', method = ''] = named.split('.');
      const code = methodOf(document, operation, { method, verb: verb.toUpperCase(), path });
      resources.set(resource, [...(resources.get(resource) ?? []), code]);
    }
  }
  const body = [...resources].map(([name, methods]) => resourceClass(name, methods));
  return phpFile(
    'Tidegate\\Resource',
    [
      'Tidegate\\Http\\Encoding',
      'Tidegate\\Http\\Http',
      'Tidegate\\LastResponse',
      'Tidegate\\Listing',
      'Tidegate\\Model',
    ],
    [...body, clientClass([...resources.keys()])].join('\n'),
  );
}

function resourceClass(name: string, methods: readonly string[]): string {
  const uses = name === 'events' ? '    use FollowsEvents;\n\n' : '';
  return `final class ${classOf(name)} extends Resource\n{\n${uses}${methods.join('\n')}}\n`;
}

function clientClass(names: readonly string[]): string {
  return `/** Every resource of the API. */
abstract class Client
{
${names.map((name) => `    public readonly ${classOf(name)} $${name};\n`).join('')}
    public function __construct(Http $http)
    {
${names.map((name) => `        $this->${name} = new ${classOf(name)}($http);\n`).join('')}    }
}
`;
}

interface Named {
  readonly method: string;
  readonly verb: string;
  readonly path: string;
}

function methodOf(document: PublicDocument, operation: Operation, named: Named): string {
  const given = argumentsOf(document, operation, named.verb);
  const result = resultOf(document, operation, { ...named, path: pathOf(named.path) }, given);
  const words = [...inComment(`${operation.summary}.`), '', ...inComment(operation.description)];
  const documented = [...given.flatMap(({ documented: each }) => each ?? []), ...result.documented];
  return `${docBlock([...words, ...(documented.length > 0 ? ['', ...documented] : [])], '    ')}    public function ${named.method}${signatureOf(given, named.method.length + result.native.length)}: ${result.native}
    {
${result.body}    }
`;
}

interface Argument {
  readonly name: 'id' | 'network' | 'body' | 'query' | 'idempotencyKey' | 'validateOnly';
  readonly declared: string;
  readonly documented?: readonly string[];
}

function argumentsOf(document: PublicDocument, operation: Operation, verb: string): Argument[] {
  const parameters = (operation.parameters ?? []).map((each) => parameterOf(document, each));
  const inPath = parameters.filter((each) => each.in === 'path');
  const query = parameters.filter((each) => each.in === 'query' && each.name !== 'validate_only');
  const body = operation.requestBody?.content['application/json'].schema;
  const given: Argument[] = inPath.map(({ name }) => {
    const argument = name === 'network' ? 'network' : 'id';
    return { name: argument, declared: `string $${argument}` };
  });
  if (body !== undefined) {
    const isOptional = (resolved(document, body).required ?? []).length === 0 && verb === 'POST';
    const shape = shapeLines(document, body);
    given.push({
      name: 'body',
      declared: `array $body${isOptional ? ' = []' : ''}`,
      documented: `@param ${shape.join('\n')} $body`.split('\n'),
    });
  }
  if (query.length > 0) {
    const isOptional = query.every(({ required }) => required !== true);
    given.push({
      name: 'query',
      declared: `array $query${isOptional ? ' = []' : ''}`,
      documented: `@param ${queryShape(document, query).join('\n')} $query`.split('\n'),
    });
  }
  if (verb === 'POST') {
    given.push({
      name: 'idempotencyKey',
      declared: '?string $idempotencyKey = null',
      documented: ['@param string|null $idempotencyKey made unless given; use your order’s own to survive a restart'],
    });
  }
  if (parameters.some(({ name }) => name === 'validate_only')) {
    given.push({
      name: 'validateOnly',
      declared: 'bool $validateOnly = false',
      documented: ['@param bool $validateOnly checks everything and does nothing'],
    });
  }
  return given;
}

function resultOf(document: PublicDocument, operation: Operation, call: Named, given: readonly Argument[]) {
  const { names, isList } = dataOf(document, operation);
  const has = (name: Argument['name']) => given.some((each) => each.name === name);
  const query = has('query') ? '$query' : '[]';
  const [name] = names;
  if (name === undefined) {
    const body = `        $this->http->send('${call.verb}', ${call.path});\n`;
    return { native: 'void', documented: [], body };
  }
  const make = makerOf(document, names);
  if (isList && hasCursor(document, operation)) {
    const body = `        foreach ($this->pagesAfter(${call.path}, ${query}, ${make}) as $page) {
            foreach ($page->data as $item) {
                yield $item;
            }
        }
`;
    return { native: '\\Generator', documented: [`@return \\Generator<int, Model\\${name}>`], body };
  }
  if (isList) {
    const body = `        return $this->listing(${call.path}, ${query}, ${make});\n`;
    return { native: 'Listing', documented: [`@return Listing<Model\\${name}>`], body };
  }
  const sent = [
    `'${call.verb}'`,
    call.path,
    ...(has('body') ? ['body: $body'] : []),
    ...(has('query') ? ['query: $query'] : []),
    ...(has('validateOnly') ? ["query: $validateOnly ? ['validate_only' => true] : []"] : []),
    ...(has('idempotencyKey') ? ['idempotencyKey: $idempotencyKey'] : []),
  ];
  const body = `        return self::one(
            $this->http->send(${fits(sent.join(', '), 90) ? sent.join(', ') : `\n${sent.map((each) => `                ${each},\n`).join('')}            `}),
            ${make},
        );
`;
  return { native: names.map((each) => `Model\\${each}`).join('|'), documented: [], body };
}

function signatureOf(given: readonly Argument[], others: number): string {
  const declared = given.map((each) => each.declared);
  if (fits(declared.join(', '), 90 - others)) return `(${declared.join(', ')})`;
  return `(\n${declared.map((each) => `        ${each},\n`).join('')}    )`;
}

function fits(text: string, width: number): boolean {
  return text.length <= width;
}

/** A function that makes the object of what arrived. Of several classes, a field that only one has decides. */
function makerOf(document: PublicDocument, names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return `Model\\${first}::from(...)`;
  const fields = names.map((name) => resolved(document, { $ref: `/${name}` }).required ?? []);
  const mark = fields[1]?.find((field) => !fields[0]?.includes(field));
  if (names.length > 2 || mark === undefined) throw new Error(`${names.join(', ')} cannot be distinguished.`);
  return `static fn (array $data, ?LastResponse $about = null): Model\\${first}|Model\\${second} =>
                isset($data['${mark}']) ? Model\\${second}::from($data, $about) : Model\\${first}::from($data, $about)`;
}

function parameterOf(document: PublicDocument, parameter: Parameter): Parameter {
  if (parameter.$ref === undefined) return parameter;
  const name = parameter.$ref.slice(parameter.$ref.lastIndexOf('/') + 1);
  const found = document.components.parameters[name];
  if (found === undefined) throw new Error(`${parameter.$ref} is not in the document.`);
  return found;
}

/** The path as an expression of PHP. */
function pathOf(path: string): string {
  const parts = path
    .replace(/^\/api\/v1/, '')
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? `'${part}'` : `Encoding::id($${part})`));
  return parts.filter((part) => part !== "''").join(' . ');
}

function classOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
