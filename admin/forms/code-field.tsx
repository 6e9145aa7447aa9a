import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import { styled } from '@mui/material/styles';
import { type Ref, type SyntheticEvent, useId } from 'react';
import { CODE_LENGTH, codeDigits } from '../components/code-digits.ts';

const Cells = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) 12px repeat(3, minmax(0, 1fr))',
  alignItems: 'center',
  gap: 8,
  maxWidth: 360,
  // The field lies over its cells, which show what is in it, and so is hit by a finger anywhere.
  '& input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    padding: 0,
    border: 0,
    opacity: 0,
    fontSize: 16,
    cursor: 'text',
  },
  '& b': {
    display: 'grid',
    placeItems: 'center',
    height: 52,
    border: `1px solid ${theme.palette.control}`,
    borderRadius: 8,
    backgroundColor: theme.palette.background.paper,
    fontSize: 22,
    lineHeight: '28px',
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    transition: 'border-color 140ms ease-out',
  },
  '& i': { height: 2, borderRadius: 1, backgroundColor: theme.palette.edge },
  '&:focus-within b[data-next=true]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`,
  },
  '&[data-wrong=true] b': { borderColor: theme.palette.error.main },
  '&[data-wrong=true]:focus-within b[data-next=true]': {
    borderColor: theme.palette.error.main,
    boxShadow: `0 0 0 1px ${theme.palette.error.main}`,
  },
  '&[data-busy=true] b': { color: theme.palette.text.secondary },
}));

export interface CodeFieldProps {
  label: string;
  value: string;
  /** Gets digits only, six at most. */
  onChange: (code: string) => void;
  name?: string;
  error?: string | undefined;
  help?: string | undefined;
  autoFocus?: boolean;
  /** While the code is being checked: kept as it is, without taking the focus away. */
  busy?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Six digits in six cells. It is one field to the keyboard, to a screen reader and to what fills codes in by itself.
 */
export function CodeField({
  label,
  value,
  onChange,
  error,
  help,
  busy = false,
  name,
  autoFocus,
  inputRef,
}: CodeFieldProps) {
  const id = useId();
  const note = error ?? help;
  const next = Math.min(value.length, CODE_LENGTH - 1);
  // Typing after a refused code starts a new one.
  const afterRefused = (text: string) =>
    error !== undefined && value.length === CODE_LENGTH && text.startsWith(value) ? text.slice(CODE_LENGTH) : text;
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <Cells data-wrong={Boolean(error)} data-busy={busy}>
        {Array.from({ length: CODE_LENGTH }, (_, cell) => [
          cell === CODE_LENGTH / 2 && <i key="gap" aria-hidden />,
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
          <b key={cell} data-next={cell === next} aria-hidden>
            {value[cell]}
          </b>,
        ])}
        <input
          ref={inputRef}
          id={id}
          name={name ?? 'code'}
          value={value}
          readOnly={busy}
          aria-busy={busy}
          aria-invalid={Boolean(error)}
          aria-describedby={note ? `${id}-note` : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the page or dialog asks for nothing else
          autoFocus={autoFocus}
          onChange={({ target }) => onChange(codeDigits(afterRefused(target.value)))}
          onSelect={caretToEnd}
        />
      </Cells>
      {note && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

/** The caret cannot be seen, so it is always where the next digit goes. */
function caretToEnd({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (!isAll && selectionStart !== value.length) currentTarget.setSelectionRange(value.length, value.length);
}
