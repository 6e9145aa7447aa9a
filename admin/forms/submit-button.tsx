import Button, { type ButtonProps } from '@mui/material/Button';
import { useFormState } from 'react-hook-form';

export interface SubmitButtonProps
  extends Pick<ButtonProps, 'size' | 'fullWidth' | 'color' | 'disabled' | 'variant' | 'onClick'> {
  label: string;
  /** Its label while the form is being sent. */
  busy?: string;
}

/** Sends the form around it, one try at a time. */
export function SubmitButton({ label, busy = label, disabled = false, ...props }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return (
    <Button variant="contained" {...props} type="submit" disabled={disabled || isSubmitting}>
      {isSubmitting ? busy : label}
    </Button>
  );
}
