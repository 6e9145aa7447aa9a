import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import type { Verification } from '../../api/contract/verification.ts';
import { FILE_TYPES, MAX_FILE_BYTES } from '../../domain/compliance/file-kind.ts';
import { Field } from '../components/field.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useAction } from '../components/use-action.ts';
import { toApiError } from '../data/api-error.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { useTaken } from './use-verification.ts';
import { verificationCalls } from './verification-calls.ts';

type Wanted = Verification['wanted'][number];
type Document = Verification['documents'][number];

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '12px 16px',
  '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  '& b': { fontWeight: 500 },
  '& small': { display: 'block', color: theme.palette.text.secondary, fontSize: 13, overflowWrap: 'anywhere' },
  [theme.breakpoints.up('sm')]: { padding: '12px 20px' },
}));
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  '& > [data-main]': { flex: '1 1 220px', minWidth: 0 },
});
const Buttons = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 'auto' });

export interface DocumentSlotProps {
  wanted: Wanted;
  /** The newest that counts. */
  document: Document | undefined;
  /** Whose it is; undefined for the business. */
  person: string | undefined;
  /** Whether the person is shown: not where the documents stand under the name. */
  namesPerson: boolean;
  editable: boolean;
}

/** One document that is asked for: whether it is there, and the way to upload, replace or take it back. */
export function DocumentSlot({ wanted, document, person, namesPerson, editable }: DocumentSlotProps) {
  const take = useTaken();
  const [until, setUntil] = useState('');
  const upload = useUpload(wanted, until);
  const removal = useAction(async (id: string) => take(await verificationCalls.removeDocument(id)));
  const kind = t(`verify.document.${wanted.kind}`);
  const name = person === undefined ? kind : t('verify.document.of', { kind, name: person });
  const shown = wanted.given ? document : undefined;
  return (
    <Row>
      <Line>
        <div data-main>
          <b>{kind}</b>
          {namesPerson && person && <small>{person}</small>}
          {wanted.note && <small>{wanted.note}</small>}
          <small>{shown ? metaOf(shown) : t('verify.document.help')}</small>
        </div>
        <ToneChip tone={shown ? 'success' : 'neutral'} icon={shown ? 'checkCircle' : 'clock'}>
          {t(shown ? 'verify.document.there' : 'verify.document.missing')}
        </ToneChip>
        {editable && (
          <Buttons>
            <FileButton name={name} replaces={shown !== undefined} busy={upload.share !== null} onFile={upload.send} />
            {shown && !shown.handed_in && (
              <IconButton
                aria-label={t('verify.document.remove', { kind: name })}
                disabled={removal.busy}
                onClick={() => void removal.run(shown.id)}
              >
                <Icon name="cross" />
              </IconButton>
            )}
          </Buttons>
        )}
      </Line>
      {editable && wanted.must_expire && (
        <div style={{ maxWidth: 240 }}>
          <Field
            label={t('verify.document.validUntil')}
            type="date"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
            help={shown ? undefined : t('verify.document.expiry')}
          />
        </div>
      )}
      {upload.share !== null && (
        <LinearProgress
          variant="determinate"
          value={Math.round(upload.share * 100)}
          aria-label={t('verify.document.progress', { kind: name })}
        />
      )}
      {upload.problem && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {upload.problem}
        </FormHelperText>
      )}
    </Row>
  );
}

function useUpload(wanted: Wanted, until: string) {
  const take = useTaken();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    const wrong = problemOf(file, wanted, until);
    setProblem(wrong);
    if (wrong !== null) return;
    setShare(0);
    try {
      const { kind, person_id: personId } = wanted;
      take(await verificationCalls.upload({ kind, personId, file, expiresOn: until || null }, setShare));
      toastSuccess(t('verify.document.added', { kind: t(`verify.document.${kind}`) }));
    } catch (error) {
      setProblem(toApiError(error).messages()[0] ?? t('error.generic'));
    } finally {
      setShare(null);
    }
  };
  return { share, problem, send };
}

/** What can be told without sending it; the server looks into the bytes. */
function problemOf({ type, size }: File, { must_expire }: Wanted, until: string): string | null {
  if (!FILE_TYPES.some((each) => each === type)) return t('verify.document.wrongType');
  if (size > MAX_FILE_BYTES) return t('verify.document.tooLarge');
  if (must_expire && !(Date.parse(until) > Date.now() + 32 * 86_400_000)) return t('verify.document.tooShort');
  return null;
}

interface FileButtonProps {
  name: string;
  replaces: boolean;
  busy: boolean;
  onFile: (file: File) => Promise<void>;
}

function FileButton({ name, replaces, busy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        disabled={busy}
        aria-label={t(replaces ? 'verify.document.replaceOf' : 'verify.document.uploadOf', { kind: name })}
        onClick={() => input.current?.click()}
      >
        {t(replaces ? 'verify.document.replace' : 'verify.document.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={FILE_TYPES.join(',')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again after a refusal.
          target.value = '';
          if (file) void onFile(file);
        }}
      />
    </>
  );
}

function metaOf({ file_name: name, size_bytes, expires_on }: Document): string {
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  const size = `${(size_bytes / 1024 / 1024).toLocaleString('en', digits)} MB`;
  return expires_on === null
    ? t('verify.document.meta', { name, size })
    : t('verify.document.metaUntil', { name, size, day: formatDay(expires_on) });
}
