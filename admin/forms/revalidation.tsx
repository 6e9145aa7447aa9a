import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { fieldsToCheck } from './fields-to-check.ts';

/**
 * A field may be right or wrong because of another one (a repeated password, an amount of another coin): with each
 * change the fields that were left before are looked at again. What the server said of a field stays until that field
 * changes.
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
