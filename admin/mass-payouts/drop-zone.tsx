import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { UseMutationResult } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { toApiError } from '../data/api-error.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Zone = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: 8,
  padding: '32px 16px',
  border: `1px dashed ${theme.palette.control}`,
  borderRadius: 10,
  backgroundColor: theme.palette.background.default,
  textAlign: 'center',
  transition: 'border-color 120ms, background-color 120ms',
  '&[data-over=true]': { borderColor: theme.palette.primary.main, backgroundColor: theme.palette.soft.primary },
  '& svg': { color: theme.palette.text.secondary },
}));

const MAX_BYTES = 4_000_000;

/** The action that keeps a file, as `useAct` gives it. */
export type MassUpload = Pick<UseMutationResult<unknown, unknown, File>, 'mutate' | 'isPending' | 'error' | 'reset'>;

export interface DropZoneProps {
  button: string;
  /** Beside something that matters more: its button is not filled then. */
  isAside?: boolean;
  /** Keeps the file. Refusals are shown below, in the server's words. */
  keep: MassUpload;
}

/** Where a file is dropped or chosen; says what is wrong with it in the server's words. */
export function DropZone({ button, isAside = false, keep }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const isBusy = keep.isPending;
  const problem = wrong ?? refusalOf(keep.error);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file === undefined || isBusy) return;
    const found = problemOf(files, file);
    setWrong(found);
    if (found === null) keep.mutate(file);
    else keep.reset();
    // The same file may be chosen again once it is corrected.
    if (input.current) input.current.value = '';
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  return (
    <div>
      <Zone
        data-over={isOver}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="file" />
        <Typography>{t('mass.upload.drop')}</Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('mass.upload.or')}
        </Typography>
        <Button variant={isAside ? 'outlined' : 'contained'} disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? t('mass.upload.busy') : button}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label={button}
          hidden
          onChange={({ target }) => take(target.files)}
        />
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('mass.upload.limits')}
        </Typography>
      </Zone>
      {isBusy && <LinearProgress aria-label={t('mass.upload.busy')} />}
      {problem !== null && (
        <FormHelperText error role="alert" sx={{ mx: 0 }}>
          {problem}
        </FormHelperText>
      )}
    </div>
  );
}

function refusalOf(error: unknown): string | null {
  return error === null ? null : (toApiError(error).messages()[0] ?? null);
}

function problemOf(files: FileList | null, file: File): string | null {
  if ((files?.length ?? 0) > 1) return t('mass.upload.one');
  return file.size > MAX_BYTES ? t('mass.upload.tooLarge') : null;
}
