import type { ReactNode } from 'react';
import { FormDialog } from '../forms/form-dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  lines: readonly ReactNode[];
  submit: string;
  /** Reversible actions have the usual button. */
  danger?: boolean;
  send: () => Promise<void>;
  onClose: () => void;
}

/** The second person's part in what two people decide. It closes when the server has taken it. */
export function ConfirmDialog({ lines, danger = true, send, ...dialog }: ConfirmDialogProps) {
  return (
    <FormDialog
      {...dialog}
      danger={danger}
      defaultValues={{}}
      send={async () => {
        await send();
        dialog.onClose();
      }}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <p key={index}>{line}</p>
      ))}
    </FormDialog>
  );
}
