import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { fieldsToCheck } from './fields-to-check.ts';

/**
 * One field can make another valid or invalid (a repeated password, the amount of another coin), so each change
 * validates again the fields that were left before. Server errors of a field stay until that field changes.
 */
export function Revalidation() {
  const { watch, trigger, getValues } = useFormContext();
  const state = useFormState();
  const latest = useRef(state);
  // Read here, as react-hook-form only keeps what is read while rendering.
  const { touchedFields, errors, isSubmitted } = state;
  useEffect(() => {
    latest.current = { ...state, touchedFields, errors, isSubmitted };
  });
  useEffect(() => {
    const { unsubscribe } = watch((_, { name: changed, type }) => {
      if (type !== 'change') return;
      const now = latest.current;
      const names = fieldsToCheck({
        left: now.isSubmitted ? getValues() : now.touchedFields,
        changed,
        errors: now.errors,
      });
      if (names.length > 0) void trigger(names);
    });
    return unsubscribe;
  }, [watch, trigger, getValues]);
  return null;
}
