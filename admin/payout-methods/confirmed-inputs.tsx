import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CheckInput } from '../forms/check-input.tsx';

interface ConfirmedValues {
  readonly ownership_confirmed: boolean;
  readonly correctness_confirmed: boolean;
}

export interface ConfirmedInputsProps<Values extends ConfirmedValues> {
  /** The fields that say where the money goes, with the values that were confirmed before. */
  destination: readonly (keyof Values & string)[];
  before: Values;
  ownership: string;
  correctness: string;
}

/** Spec §5: both are required, and are true of one destination: another one is confirmed again. */
export function ConfirmedInputs<Values extends ConfirmedValues>(props: ConfirmedInputsProps<Values>) {
  const { destination, before, ownership, correctness } = props;
  const values = useWatch() as Values;
  const { setValue } = useFormContext<ConfirmedValues>();
  const isSame = destination.every((name) => values[name] === before[name]);
  const target = destination.map((name) => values[name]).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the destination changes, not only the first time
  useEffect(() => {
    if (isSame) return;
    setValue('ownership_confirmed', false);
    setValue('correctness_confirmed', false);
  }, [target, isSame, setValue]);
  return (
    <div>
      <CheckInput source="ownership_confirmed" label={ownership} />
      <CheckInput source="correctness_confirmed" label={correctness} />
    </div>
  );
}
