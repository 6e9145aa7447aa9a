import { styled } from '@mui/material/styles';
import { useId } from 'react';

const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '0 16px',
  alignItems: 'center',
});
const Words = styled('div')(({ theme }) => ({
  '& small': { display: 'block', color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
}));
const Switch = styled('button')(({ theme }) => ({
  position: 'relative',
  width: 40,
  height: 24,
  padding: 0,
  border: `1px solid ${theme.palette.control}`,
  borderRadius: 12,
  backgroundColor: theme.palette.soft.neutral,
  cursor: 'pointer',
  transition: 'background-color 140ms ease-out',
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 3,
    left: 3,
    width: 16,
    height: 16,
    borderRadius: 8,
    backgroundColor: theme.palette.control,
    transition: 'transform 140ms ease-out',
  },
  '&:disabled': { opacity: 0.5, cursor: 'default' },
  '&[aria-checked=true]': { borderColor: theme.palette.primary.main, backgroundColor: theme.palette.primary.main },
  '&[aria-checked=true]::after': {
    transform: 'translateX(16px)',
    backgroundColor: theme.palette.primary.contrastText,
  },
}));

export interface ToggleProps {
  label: string;
  help?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}

/** Something that is on or off at once, without a form around it. */
export function Toggle({ label, help, checked, disabled = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <Row>
      <Words>
        <span id={id}>{label}</span>
        {help && <small id={`${id}-help`}>{help}</small>}
      </Words>
      <Switch
        type="button"
        role="switch"
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={help ? `${id}-help` : undefined}
        onClick={onChange}
      />
    </Row>
  );
}
