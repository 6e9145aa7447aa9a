import { readFileSync } from 'node:fs';
import { CliError, EXIT } from './io.ts';

/**
 * A JSON body from `-d` of the command line: `amount=49.90` is text, `autocomplete:=true` is JSON, a point leads into
 * an object (`customer.email=…`), `@order.json` is a file.
 */
export function bodyOf(fields: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.startsWith('@')) Object.assign(body, fromFile(field.slice(1)));
    else setField(body, field);
  }
  return body;
}

function fromFile(path: string): object {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  } catch (error) {
    throw new CliError(`${path}: ${(error as Error).message}`, EXIT.usage);
  }
  throw new CliError(`${path} holds no JSON object.`, EXIT.usage);
}

function setField(body: Record<string, unknown>, field: string): void {
  const at = field.indexOf('=');
  if (at < 1) throw new CliError(`Write "${field}" as name=value or name:=json.`, EXIT.usage);
  const isJson = field[at - 1] === ':';
  const path = field.slice(0, isJson ? at - 1 : at).split('.');
  const name = path.pop() ?? '';
  let place = body;
  for (const step of path) {
    if (FORBIDDEN.has(step)) throw new CliError(`${step} is no name of a field.`, EXIT.usage);
    const inner = Object.hasOwn(place, step) ? place[step] : undefined;
    const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
    place[step] = next;
    place = next;
  }
  if (FORBIDDEN.has(name)) throw new CliError(`${name} is no name of a field.`, EXIT.usage);
  place[name] = isJson ? json(field.slice(at + 1)) : field.slice(at + 1);
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype', '']);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${text} is no JSON. For text, write name=value.`, EXIT.usage);
  }
}
