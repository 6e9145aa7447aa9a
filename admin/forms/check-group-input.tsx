import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { CheckField } from './check-field.tsx';
import { type Bound, useBound } from './use-bound.ts';

const Group = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { padding: 0, marginBottom: 4, fontSize: 13, lineHeight: '20px', fontWeight: 500 },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
    gap: '0 16px',
  },
  '& > p': { marginBottom: 4, color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
  '& > [role=alert]': { color: theme.palette.error.main, fontSize: 13, lineHeight: '20px' },
}));

export interface CheckGroupInputProps<Value extends string> extends Bound {
  legend: string;
  help?: string;
  choices: readonly { readonly value: Value; readonly label: ReactNode }[];
  disabled?: boolean;
}

/**
 * A group of checkboxes, bound to a list in the enclosing form. Values of the list that are not among the choices are
 * kept.
 */
export function CheckGroupInput<Value extends string>(props: CheckGroupInputProps<Value>) {
  const { source, legend, help, choices, disabled = false } = props;
  const { name, value: chosen, error, inputRef, onChange } = useBound<readonly string[]>(source);
  const id = useId();
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <Group disabled={disabled} aria-describedby={help ? `${id}-help` : undefined}>
      <legend>{legend}</legend>
      {help && <p id={`${id}-help`}>{help}</p>}
      <div>
        {choices.map(({ value, label }, index) => (
          <CheckField
            key={value}
            name={name}
            label={label}
            checked={chosen.includes(value)}
            disabled={disabled}
            onChange={() => toggle(value)}
            inputRef={index === 0 ? inputRef : undefined}
          />
        ))}
      </div>
      {error && <p role="alert">{error}</p>}
    </Group>
  );
}
