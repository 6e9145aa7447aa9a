import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { type ReactNode, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Verification } from '../../contract/verification.ts';
import { FILE_TYPES, MAX_FILE_BYTES } from '../../domain/compliance/file-kind.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { useAct } from '../components/use-act.ts';
import { useProvider } from '../data/use-provider.ts';
import { Form } from '../forms/form.tsx';
import type { Problems } from '../forms/rules.ts';
import { atField } from '../forms/submission.ts';
import { TextInput } from '../forms/text-input.tsx';
import { formatBytes, formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { useTaken } from './use-verification.ts';

type RequestedDocument = Verification['wanted'][number];
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
const Slot = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 });
const Dated = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: '8px 12px',
  '& > :first-of-type': { flex: '1 1 200px', maxWidth: 240 },
  '& > span': { marginLeft: 0 },
  // Level with the field, below its label.
  [theme.breakpoints.up('sm')]: { '& > span': { paddingTop: 26 } },
}));
const Buttons = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, marginLeft: 'auto' });

export interface DocumentSlotProps {
  requested: RequestedDocument;
  /** The newest that counts. */
  document: Document | undefined;
  /** The person whose document it is; undefined for the business. */
  person: string | undefined;
  /** Whether the slot names the person: not where the documents are listed under the name. */
  namesPerson: boolean;
  editable: boolean;
}

/** One document that is requested: whether it is there, and the way to upload, replace or take it back. */
export function DocumentSlot(props: DocumentSlotProps) {
  const { requested, document, person, namesPerson, editable } = props;
  const kind = t(`verify.document.${requested.kind}`);
  const name = person === undefined ? kind : t('verify.document.of', { kind, name: person });
  const shown = requested.given ? document : undefined;
  const description = (
    <>
      <div data-main>
        <b>{kind}</b>
        {namesPerson && person && <small>{person}</small>}
        {requested.note && <small>{requested.note}</small>}
        <small>{shown ? metaOf(shown) : t('verify.document.help')}</small>
      </div>
      <ToneChip tone={shown ? 'success' : 'neutral'} icon={shown ? 'checkCircle' : 'clock'}>
        {t(shown ? 'verify.document.there' : 'verify.document.missing')}
      </ToneChip>
    </>
  );
  return (
    <Row>
      {editable ? (
        // Another document is another form: the file of the last one is not sent twice.
        <Upload key={shown?.id ?? 'none'} requested={requested} name={name} document={shown}>
          {description}
        </Upload>
      ) : (
        <Line>{description}</Line>
      )}
    </Row>
  );
}

interface Draft {
  readonly file: File | null;
  readonly expires_on: string;
}

const EMPTY: Draft = { file: null, expires_on: '' };

interface UploadProps {
  requested: RequestedDocument;
  name: string;
  document: Document | undefined;
  children: ReactNode;
}

/** The file, sent as soon as it is chosen, and before it the day the document ends, where it must have one. */
function Upload({ requested, name, document, children }: UploadProps) {
  const provider = useProvider();
  const notify = useNotify();
  const take = useTaken();
  const [share, setShare] = useState<number | null>(null);
  const send = async ({ file, expires_on }: Draft) => {
    if (file === null) return;
    const { kind, person_id: personId } = requested;
    setShare(0);
    try {
      take(await provider.uploadDocument({ kind, personId, file, expiresOn: expires_on || null }, setShare));
      notify(t('verify.document.added', { kind: t(`verify.document.${kind}`) }), { type: 'success' });
    } catch (error) {
      throw atField('file', error);
    } finally {
      setShare(null);
    }
  };
  const buttons = (
    <Buttons>
      <FileButton name={name} replaces={document !== undefined} />
      {document && !document.handed_in && <RemoveButton id={document.id} name={name} />}
    </Buttons>
  );
  return (
    <Form<Draft> defaultValues={EMPTY} rules={(draft) => problemsOf(draft, requested)} send={send}>
      <Slot>
        <Line>
          {children}
          {!requested.must_expire && buttons}
        </Line>
        {requested.must_expire && (
          // The day comes first: the file is sent as soon as it is chosen.
          <Dated>
            <TextInput
              source="expires_on"
              label={t('verify.document.validUntil')}
              type="date"
              help={document ? undefined : t('verify.document.expiry')}
            />
            {buttons}
          </Dated>
        )}
        {share !== null && (
          <LinearProgress
            variant="determinate"
            value={Math.round(share * 100)}
            aria-label={t('verify.document.progress', { kind: name })}
          />
        )}
        <FileProblem />
      </Slot>
    </Form>
  );
}

/** Checks that need no upload; the server inspects the bytes. */
function problemsOf({ file, expires_on }: Draft, { must_expire }: RequestedDocument): Problems<Draft> {
  const isLongEnough = Date.parse(expires_on) > Date.now() + 32 * 86_400_000;
  return {
    file: file === null ? undefined : fileProblem(file),
    // Before a file is chosen nothing is wrong about its day.
    expires_on: file !== null && must_expire && !isLongEnough ? t('verify.document.tooShort') : undefined,
  };
}

function fileProblem({ type, size }: File): string | undefined {
  if (!FILE_TYPES.some((each) => each === type)) return t('verify.document.wrongType');
  return size > MAX_FILE_BYTES ? t('verify.document.tooLarge') : undefined;
}

function FileProblem() {
  const { errors } = useFormState<Draft>();
  if (!errors.file?.message) return null;
  return (
    <FormHelperText error role="alert" sx={{ m: 0 }}>
      {errors.file.message}
    </FormHelperText>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const removal = useAct((provider) => provider.removeDocument(id), { onDone: useTaken() });
  return (
    <IconButton
      aria-label={t('verify.document.remove', { kind: name })}
      disabled={removal.isPending}
      onClick={() => removal.mutate()}
    >
      <Icon name="cross" />
    </IconButton>
  );
}

/** Choosing a file sends the form around it. */
function FileButton({ name, replaces }: { name: string; replaces: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const { setValue } = useFormContext<Draft>();
  const { isSubmitting } = useFormState<Draft>();
  return (
    <>
      <Button
        disabled={isSubmitting}
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
          if (!file) return;
          setValue('file', file);
          target.form?.requestSubmit();
        }}
      />
    </>
  );
}

function metaOf({ file_name: name, size_bytes, expires_on }: Document): string {
  const size = formatBytes(size_bytes);
  return expires_on === null
    ? t('verify.document.meta', { name, size })
    : t('verify.document.metaUntil', { name, size, day: formatDay(expires_on) });
}
