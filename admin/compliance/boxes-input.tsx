import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useController } from 'react-hook-form';
import { CheckField } from '../components/check-field.tsx';

export interface Box {
  readonly value: string;
  readonly label: string;
}

export interface BoxesInputProps {
  source: string;
  label: string;
  groups: readonly { readonly title?: string; readonly boxes: readonly Box[] }[];
}

/** Several of some, each a box to tick, bound to the form around them as a list of values. */
export function BoxesInput({ source, label, groups }: BoxesInputProps) {
  const { field, fieldState } = useController({ name: source });
  const chosen = field.value as readonly string[];
  const toggle = (value: string) =>
    field.onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <fieldset>
      <Typography component="legend" sx={{ p: 0, fontWeight: 500 }}>
        {label}
      </Typography>
      {groups.map(({ title, boxes }) => (
        <Fragment key={title ?? ''}>
          {title && (
            <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
              {title}
            </Typography>
          )}
          {boxes.map((box) => (
            <div key={box.value}>
              <CheckField
                name={source}
                label={box.label}
                checked={chosen.includes(box.value)}
                onChange={() => toggle(box.value)}
              />
            </div>
          ))}
        </Fragment>
      ))}
      {fieldState.error && (
        <FormHelperText role="alert" error>
          {fieldState.error.message}
        </FormHelperText>
      )}
    </fieldset>
  );
}
