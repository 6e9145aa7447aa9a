import { DialogForm } from '../components/dialog-form.tsx';
import { useForm } from '../components/use-form.ts';

export interface ConfirmDialogProps {
  title: string;
  lines: readonly string[];
  submit: string;
  send: () => Promise<void>;
  onClose: () => void;
}

/** The second person's part in what cannot be undone. It closes when the server has taken it. */
export function ConfirmDialog({ title, lines, submit, send, onClose }: ConfirmDialogProps) {
  const form = useForm({
    initial: {},
    check: () => ({}),
    async send() {
      await send();
      onClose();
    },
  });
  return (
    <DialogForm title={title} form={form} submit={submit} danger onClose={onClose}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </DialogForm>
  );
}
