import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useState } from 'react';
import { Field, type FieldProps } from '../components/field.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { type Bound, type FromForm, useBound } from './use-bound.ts';

/** A password, hidden until its eye is pressed, bound to the form around it. */
export function PasswordInput({ source, ...props }: Bound & Omit<FieldProps, FromForm | 'type' | 'end'>) {
  const { isRefused: _, ...bound } = useBound<string>(source);
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      {...bound}
      type={isShown ? 'text' : 'password'}
      end={
        <InputAdornment position="end">
          <IconButton
            size="small"
            aria-label={t('auth.signIn.showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eyeOff' : 'eye'} />
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
