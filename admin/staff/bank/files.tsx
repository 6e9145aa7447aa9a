import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { BANK_FILE_STATES, type BankFileView } from '../../../contract/staff-bank.ts';
import { canTearUp, retryOf } from '../../../domain/bank/file-retry.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { save } from '../../components/save-file.ts';
import { ToneChip, type ToneLook } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import { choicesFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { euros } from '../euros.ts';
import { useShownMode } from '../mode-switch.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { BANK } from './bank-calls.ts';
import { noteSchema } from './note-schema.ts';

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, justifyContent: 'flex-end' });
const Name = styled('div')(({ theme }) => ({
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '& small': { display: 'block', color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
}));

const REFRESH_MS = 10_000;
const ONLY = { production: { mode: 'production' }, sandbox: { mode: 'sandbox' } } as const;
const FILTERS = [
  choicesFilter({
    name: 'state',
    label: 'bank.state',
    all: BANK_FILE_STATES,
    wordOf: (state: BankFileView['state']) => t(`bankFileState.${state}`),
  }),
];

/** Files to the bank and from it, with what can be done where one is stuck. */
export function FileList() {
  const mode = useShownMode();
  const [chosen, setChosen] = useState<BankFileView | null>(null);
  const columns = useMemo(() => columnsWith(setChosen), []);
  return (
    <>
      <ResourceList<BankFileView>
        key={mode}
        resource="bank/files"
        words="bankFiles"
        storeKey={`bankFiles.${mode}`}
        only={ONLY[mode]}
        sort={AS_THE_API}
        everyMs={REFRESH_MS}
        filters={FILTERS}
        columns={columns}
        card={(file) => ({
          key: file.id,
          primary: file.name,
          value: amountOf(file),
          status: <StateChip file={file} />,
          secondary: formatMoment(file.created_at),
          meta: (
            <>
              <p>{detailsOf(file)}</p>
              {file.problem && <p>{file.problem}</p>}
              <Acts file={file} onAct={setChosen} />
            </>
          ),
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('bankFiles.empty')} text={t('bankFiles.empty.text')} />}
      />
      {chosen && <ActDialog file={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function columnsWith(onAct: (file: BankFileView) => void): readonly TableColumn<BankFileView>[] {
  return [
    column('name', 'bank.file', (file) => <FileName file={file} />),
    column('direction', 'bank.direction', directionOf, { width: 120, quiet: true, spare: true }),
    column('state', 'bank.state', (file) => <StateChip file={file} />, { width: [160, 176] }),
    column('payments', 'bank.payments', ({ payments }) => (payments === 0 ? '–' : payments), {
      width: 96,
      align: 'right',
      quiet: true,
      spare: true,
    }),
    column('total', 'bank.amount', amountOf, { width: 136, align: 'right' }),
    column('created', 'bank.created', ({ created_at }) => formatMoment(created_at), {
      width: 120,
      align: 'right',
      quiet: true,
    }),
    column('acts', 'bank.acts', (file) => <Acts file={file} onAct={onAct} />, {
      width: 216,
      labelHidden: true,
      align: 'right',
    }),
  ];
}

function FileName({ file }: { file: BankFileView }) {
  const { name, problem } = file;
  return (
    <Name>
      {name}
      <small>{detailsOf(file)}</small>
      {problem && <small>{problem}</small>}
    </Name>
  );
}

function detailsOf({ kind, message_id }: BankFileView): string {
  return [kind, message_id].filter(Boolean).join(' · ');
}

function directionOf({ direction }: BankFileView): string {
  return t(`bank.direction.${direction}`);
}

function amountOf({ payments, total }: BankFileView): string {
  return payments === 0 ? '–' : euros(total);
}

const LOOKS: Readonly<Record<BankFileView['state'], ToneLook>> = {
  written: { tone: 'neutral', icon: 'clock' },
  sending: { tone: 'primary', icon: 'arrowUp' },
  sent: { tone: 'primary', icon: 'check' },
  answered: { tone: 'success', icon: 'checkCircle' },
  stored: { tone: 'neutral', icon: 'clock' },
  waiting: { tone: 'warning', icon: 'hourglass' },
  processed: { tone: 'success', icon: 'checkCircle' },
  refused: { tone: 'error', icon: 'crossCircle' },
};

function StateChip({ file }: { file: BankFileView }) {
  if (file.direction === 'out' && file.state === 'refused') {
    return (
      <ToneChip tone="neutral" icon="crossCircle">
        {t('bankFileState.torn')}
      </ToneChip>
    );
  }
  if (actNow(file) === 'send') {
    return (
      <ToneChip tone="error" icon="help">
        {t('bankFileState.unknown')}
      </ToneChip>
    );
  }
  return <ToneChip {...LOOKS[file.state]}>{t(`bankFileState.${file.state}`)}</ToneChip>;
}

function Acts({ file, onAct }: { file: BankFileView; onAct: (file: BankFileView) => void }) {
  const may = useStaffMay('bank_operate');
  const act = actNow(file);
  const download = useStaffAct((provider) => provider.bankFile(file.id), {
    done: t('bank.downloaded'),
    onDone: (bytes) => save(bytes, `bank-${file.id}.xml`),
  });
  return (
    <Buttons>
      {may && act && (
        <Button
          size="small"
          color={act === 'read' ? undefined : 'error'}
          aria-label={t(`bank.${act}Of`, { name: file.name })}
          onClick={() => onAct(file)}
        >
          {t(`bank.${act}`)}
        </Button>
      )}
      <Button
        size="small"
        disabled={download.isPending}
        aria-label={t('bank.downloadOf', { name: file.name })}
        onClick={() => download.mutate()}
      >
        {t('bank.download')}
      </Button>
    </Buttons>
  );
}

function ActDialog({ file, onClose }: { file: BankFileView; onClose: () => void }) {
  const send = useStaffSend();
  const act = actNow(file) ?? 'read';
  const { name, problem } = file;
  return (
    <ReasonDialog
      title={t(`bank.${act}Of`, { name })}
      text={t(`bank.${act}.text`, { id: file.message_id ?? '–', problem: problem ?? '–' })}
      submit={t(`bank.${act}`)}
      danger={act !== 'read'}
      schema={noteSchema}
      send={(note) =>
        send((provider) => (act === 'tear_up' ? provider.tearUpBankFile : provider.retryBankFile)(file.id, note), {
          into: BANK,
          list: 'bank/files',
          done: t(`bank.done.${act}`),
        })
      }
      onClose={onClose}
    />
  );
}

function actNow({ direction, state, kind, created_at }: BankFileView): 'read' | 'send' | 'tear_up' | null {
  if (canTearUp({ direction, state, kind })) return 'tear_up';
  return retryOf({ direction, state, createdAtMs: Date.parse(created_at) }, Date.now());
}
