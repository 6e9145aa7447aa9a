import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { toApiError } from '../data/api-error.ts';
import { reportError } from '../data/http-client.ts';
import { CLEAR_MS } from '../forms/code-input.tsx';

type Values = Readonly<Record<string, string | boolean>>;
/** What is wrong, in words, by the name of the field. */
export type FormErrors<V extends Values> = { readonly [Name in keyof V]?: string | undefined };

export interface FormOptions<V extends Values> {
  readonly initial: V;
  /**
   * What can be told without asking the server; runs with each letter typed. Names stand in the order of the fields.
   */
  readonly check: (values: V) => FormErrors<V>;
  /** Sends what was typed, trimmed but for passwords. What it throws is told in notices and at the fields it names. */
  readonly send: (values: V) => Promise<void>;
  /** Fields of six digits: each is emptied one second after it was refused, unless something was typed (spec §5). */
  readonly codes?: readonly (keyof V & string)[];
}

export interface FormState<V extends Values> {
  readonly values: V;
  readonly busy: boolean;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly set: <Name extends keyof V & string>(name: Name, value: V[Name]) => void;
  readonly errorOf: (name: keyof V & string) => string | undefined;
  readonly text: (name: keyof V & string) => TextProps;
  readonly box: (name: keyof V & string) => BoxProps;
  readonly submit: (event: FormEvent) => void;
}

interface TextProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}
interface BoxProps {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/**
 * One form: validates as one types, from the first time a field is left with something in it (spec §5); on sending,
 * focus goes to the first field that is wrong. A refusal of the server stands at its field until that is changed, and
 * everything typed stays.
 */
export function useForm<V extends Values>({ initial, check, send, codes = [] }: FormOptions<V>): FormState<V> {
  const ref = useRef<HTMLFormElement>(null);
  const afterPointer = useAfterPointer();
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clearing.current), []);
  const wrong = check(trimmed(values));

  const set = <Name extends keyof V & string>(name: Name, value: V[Name]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setRefused(({ [name]: _, ...others }) => others);
  };
  const errorOf = (name: keyof V & string) => refused[name] ?? (tried || left.has(name) ? wrong[name] : undefined);
  const submit = async () => {
    setTried(true);
    if (focusFirst(ref.current, wrong) || busy) return;
    setBusy(true);
    try {
      await send(trimmed(values));
    } catch (error) {
      const { errors } = toApiError(error).body;
      setRefused(errors);
      reportError(error);
      focusFirst(ref.current, errors);
      const refusedCodes = codes.filter((name) => errors[name] !== undefined);
      clearing.current = setTimeout(() => setValues((now) => emptied(now, values, refusedCodes)), CLEAR_MS);
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    busy,
    ref,
    set,
    errorOf,
    text: (name) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: ({ target }) => set(name, target.value as V[typeof name]),
      onBlur: () => {
        if (values[name] !== '') afterPointer(() => setLeft((names) => new Set(names).add(name)));
      },
    }),
    box: (name) => ({
      name,
      checked: values[name] === true,
      error: errorOf(name),
      onChange: ({ target }) => set(name, target.checked as V[typeof name]),
    }),
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
  };
}

/** Without the refused values, where they still stand. */
function emptied<V extends Values>(now: V, refused: V, names: readonly (keyof V & string)[]): V {
  const standing = names.filter((name) => now[name] === refused[name]);
  return standing.length === 0 ? now : { ...now, ...Object.fromEntries(standing.map((name) => [name, ''])) };
}

/**
 * Puts off what changes the page's height while the pointer is held down: a button that moves between press and release
 * would not be clicked.
 */
function useAfterPointer(): (act: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isDown.current = type === 'pointerdown';
    };
    for (const type of POINTER_EVENTS) window.addEventListener(type, note, true);
    return () => {
      for (const type of POINTER_EVENTS) window.removeEventListener(type, note, true);
    };
  }, []);
  return (act) => {
    if (isDown.current) window.addEventListener('pointerup', () => setTimeout(act), { once: true });
    else act();
  };
}

const POINTER_EVENTS = ['pointerdown', 'pointerup', 'pointercancel'] as const;

/** Passwords are sent as they are: a space at the end may be meant. */
function trimmed<V extends Values>(values: V): V {
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' && !name.includes('password') ? value.trim() : value,
  ]);
  return Object.fromEntries(pairs) as V;
}

/** @returns whether there was one */
function focusFirst(form: HTMLFormElement | null, errors: Readonly<Record<string, string | undefined>>): boolean {
  const names = Object.keys(errors).filter((name) => errors[name] !== undefined);
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus();
  return names.length > 0;
}
