import type { ApiVersion } from './api-versions.ts';
import type { ObjectChange, VersionChange, VersionedSchema } from './change.ts';
import { changesSince } from './changes.ts';

/** A value of a schema between the newest version and an older one. */
export interface Translation {
  /** The schema of the older version. */
  readonly schema: VersionedSchema;
  toOlder(value: unknown): unknown;
  toNewest(value: unknown): unknown;
}

/**
 * Follows a schema of the newest version back to an older one: every object of it that a change is about, wherever the
 * schema has it. Undefined where nothing of it changed.
 * @throws Error for a changed object among alternatives: nothing says which of them a value is
 */
export function translationOf(
  schema: VersionedSchema,
  { version, changes }: { readonly version: ApiVersion; readonly changes: readonly VersionChange[] },
): Translation | undefined {
  let translation: Translation | undefined;
  for (const { objects } of changesSince(version, changes)) {
    const step = stepOf(translation?.schema ?? schema, objects);
    if (step !== undefined) translation = translation === undefined ? step : inTurn(translation, step);
  }
  return translation;
}

function inTurn(first: Translation, second: Translation): Translation {
  return {
    schema: second.schema,
    toOlder: (value) => second.toOlder(first.toOlder(value)),
    toNewest: (value) => first.toNewest(second.toNewest(value)),
  };
}

type Objects = Readonly<Record<string, ObjectChange>>;

/** One change. Inner objects are of the newer form on the newer side of their container, and stay where they are. */
function stepOf(node: VersionedSchema, objects: Objects): Translation | undefined {
  const own = objects[node.title ?? node['x-nullable-of'] ?? ''];
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const step = stepOf(inner, objects);
    return step === undefined ? [] : [[name, step] as const];
  });
  const item = node.items === undefined ? undefined : stepOf(node.items, objects);
  refuseHidden(node, objects);
  if (own === undefined && fields.length === 0 && item === undefined) return undefined;

  const schema = withParts(node, fields, item);
  const inner = (value: unknown, direction: 'toOlder' | 'toNewest'): unknown => {
    if (Array.isArray(value)) return item === undefined ? value : value.map((each) => item[direction](each));
    if (!isObject(value) || fields.length === 0) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const [name, step] of fields) if (name in copy) copy[name] = step[direction](copy[name]);
    return copy;
  };
  const outer = (value: unknown, change: ((object: Record<string, unknown>) => unknown) | undefined) =>
    change !== undefined && isObject(value) ? change(value) : value;
  return {
    schema: own === undefined ? schema : own.olderSchema(schema),
    toOlder: (value) => outer(inner(value, 'toOlder'), own?.older),
    toNewest: (value) => inner(outer(value, own?.newer), 'toNewest'),
  };
}

function withParts(
  node: VersionedSchema,
  fields: readonly (readonly [string, Translation])[],
  item: Translation | undefined,
): VersionedSchema {
  const changed = Object.fromEntries(fields.map(([name, { schema }]) => [name, schema]));
  return {
    ...node,
    ...(fields.length === 0 ? {} : { properties: { ...node.properties, ...changed } }),
    ...(item === undefined ? {} : { items: item.schema }),
  };
}

/** Whatever else a schema can hold, a change does not reach: it would be forgotten silently. */
function refuseHidden({ properties: _fields, items: _items, ...rest }: VersionedSchema, objects: Objects): void {
  const found = titlesIn(rest, { isOwn: true }).find((title) => title in objects);
  if (found !== undefined) throw new Error(`A change of ${found} does not reach it here: it is one of several forms.`);
}

function titlesIn(node: unknown, { isOwn }: { readonly isOwn: boolean }): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((each) => titlesIn(each, { isOwn: false }));
  if (!isObject(node)) return [];
  const { title, 'x-nullable-of': nullable, ...rest } = node;
  const named = isOwn ? [] : [title, nullable].filter((each) => typeof each === 'string');
  return [...named, ...Object.values(rest).flatMap((each) => titlesIn(each, { isOwn: false }))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
