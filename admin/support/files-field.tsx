import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { type ChangeEvent, useRef, useState } from 'react';
import type { TicketFile } from '../../contract/support.ts';
import { FILE_TYPES } from '../../domain/compliance/file-kind.ts';
import { MAX_ATTACHMENTS } from '../../domain/support/ticket.ts';
import { useNotifyError } from '../components/use-notify-error.ts';
import { useProvider } from '../data/use-provider.ts';
import { t } from '../i18n/translate.ts';

export interface FilesFieldProps {
  readonly files: readonly TicketFile[];
  readonly onChange: (files: readonly TicketFile[]) => void;
}

/** Files for a message, each uploaded as soon as it is chosen. */
export function FilesField({ files, onChange }: FilesFieldProps) {
  const provider = useProvider();
  const notifyError = useNotifyError();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])].slice(0, MAX_ATTACHMENTS - files.length);
    target.value = '';
    setBusy(true);
    const added: TicketFile[] = [];
    try {
      for (const file of chosen) added.push(await provider.uploadTicketFile(file));
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
      onChange([...files, ...added]);
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={FILE_TYPES.join()}
        onChange={(event) => void choose(event)}
      />
      <Button
        variant="outlined"
        loading={isBusy}
        disabled={files.length >= MAX_ATTACHMENTS}
        onClick={() => input.current?.click()}
      >
        {t('ticket.file.add')}
      </Button>
      <FormHelperText>{t('ticket.file.hint')}</FormHelperText>
      {files.map((file) => (
        <Button key={file.id} size="small" onClick={() => onChange(files.filter(({ id }) => id !== file.id))}>
          {t('ticket.file.remove', { name: file.file_name })}
        </Button>
      ))}
    </div>
  );
}
