import { useEffect, useRef } from 'react';
import { useController } from 'react-hook-form';

/** Every input names the value of the form that it is bound to. */
export interface Bound {
  source: string;
}

/** The props that a field gets from its form. */
export type FromForm = 'name' | 'value' | 'checked' | 'error' | 'onChange' | 'onBlur' | 'inputRef';

/**
 * A field of the form around it, as our presentational fields take it. An empty field that is left is not yet wrong.
 */
export function useBound<Value extends string | boolean | readonly string[]>(name: string) {
  const { field, fieldState } = useController({ name });
  const present = useRef<string | null>(null);
  useEffect(() => {
    present.current = name;
    return () => {
      present.current = null;
    };
  }, [name]);
  // A row that was removed meanwhile would come back by it.
  const leave = () => {
    if (present.current === name) field.onBlur();
  };
  return {
    name,
    value: field.value as Value,
    error: fieldState.error?.message,
    isRefused: fieldState.error?.type === 'server',
    inputRef: field.ref,
    onChange: field.onChange as (value: unknown) => void,
    onBlur: () => {
      if (field.value !== '') afterPointer(leave);
    },
  };
}

let isPointerDown = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  window.addEventListener(type, () => (isPointerDown = type === 'pointerdown'), true);

/**
 * Puts off what changes the page's height while the pointer is held down: a button that moves between press and release
 * would not be clicked.
 */
function afterPointer(act: () => void): void {
  if (isPointerDown) window.addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}
