import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
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

export interface DropZoneProps {
  button: string;
  /** Beside something that matters more: its button is not filled then. */
  isAside?: boolean;
  /** Keeps the file: what it throws is shown below. */
  onFile: (file: File) => Promise<void>;
}

/** Where a file is dropped or chosen; says what is wrong with it in the server's words. */
export function DropZone({ button, isAside = false, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (file === undefined || isBusy) return;
    const wrong = problemOf(files, file);
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await onFile(file);
    } catch (error) {
      setProblem(toApiError(error).messages()[0] ?? t('error.generic'));
    } finally {
      setBusy(false);
      // The same file may be chosen again once it is mended.
      if (input.current) input.current.value = '';
    }
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
          void take(event.dataTransfer.files);
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
          onChange={({ target }) => void take(target.files)}
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

function problemOf(files: FileList | null, file: File): string | null {
  if ((files?.length ?? 0) > 1) return t('mass.upload.one');
  return file.size > MAX_BYTES ? t('mass.upload.tooLarge') : null;
}
