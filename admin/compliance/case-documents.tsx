import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import { Card, CardBody } from '../components/card.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { save } from '../components/save-file.ts';
import { ToneChip } from '../components/status-chip.tsx';
import { formatDay, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { staffFetch } from './staff-call.ts';
import { useStaffMay } from './staff-session.ts';

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    alignItems: 'center',
    padding: '10px 16px',
    borderTop: `1px solid ${theme.palette.divider}`,
  },
  '& > li:first-of-type': { borderTop: 0 },
  '& b': { fontWeight: 500 },
  '& small': {
    display: 'block',
    color: theme.palette.text.secondary,
    fontSize: 13,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
  },
  [theme.breakpoints.up('sm')]: { '& > li': { paddingInline: 20 } },
}));
const Picture = styled('img')({ display: 'block', maxWidth: '100%', maxHeight: '60dvh', margin: '0 auto' });

type Document = CaseFileView['documents'][number];

/** What was handed in. A document opens with a reason only, and the look is recorded before it is decrypted. */
export function CaseDocuments({ file: { documents, people } }: { file: CaseFileView }) {
  const may = useStaffMay('document_view');
  const [asked, setAsked] = useState<Document | null>(null);
  const [opened, setOpened] = useState<{ document: Document; file: Blob } | null>(null);
  const personOf = (id: string | null) => people.find((person) => person.id === id)?.full_name ?? t('case.business');
  return (
    <Card title={t('case.documents')} ruled>
      {documents.length === 0 && (
        <CardBody>
          <Typography sx={{ pt: 2, color: 'text.secondary' }}>{t('case.noDocuments')}</Typography>
        </CardBody>
      )}
      <Rows>
        {documents.map((document) => (
          <li key={document.id}>
            <div>
              <b>{t(`document.${document.kind}`)}</b> · {personOf(document.person_id)}
              {document.replaced && (
                <>
                  {' '}
                  <ToneChip tone="neutral" icon="slash">
                    {t('case.replaced')}
                  </ToneChip>
                </>
              )}
              <small>
                {[
                  document.file_name,
                  `${Math.max(1, Math.round(document.size_bytes / 1024))} KB`,
                  formatMoment(document.uploaded_at),
                  document.expires_on && t('case.runsOut', { day: formatDay(document.expires_on) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {may && (
              <Button
                startIcon={<Icon name="eye" size={16} />}
                aria-label={t('case.openOf', { file: document.file_name })}
                onClick={() => setAsked(document)}
              >
                {t('case.open')}
              </Button>
            )}
          </li>
        ))}
      </Rows>
      {asked && (
        <ReasonDialog
          title={t('case.look.title')}
          text={t('case.look.text')}
          submit={t('case.look.submit')}
          send={async (reason) => {
            const path = `/staff/documents/${asked.id}/open`;
            const answer = await staffFetch(path, { method: 'POST', body: { reason } });
            setOpened({ document: asked, file: await answer.blob() });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {opened && <Shown {...opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

/** The file in this window's memory only: it is gone when the dialog closes, unless it was saved. */
function Shown({ document, file, onClose }: { document: Document; file: Blob; onClose: () => void }) {
  const [address] = useState(() => URL.createObjectURL(file));
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const isPicture = document.content_type.startsWith('image/');
  return (
    <DialogFrame
      title={document.file_name}
      onClose={onClose}
      actions={
        <>
          <Button startIcon={<Icon name="arrowDown" size={16} />} onClick={() => save(file, document.file_name)}>
            {t('case.look.save')}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {t('action.close')}
          </Button>
        </>
      }
    >
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        {t('case.look.done')}
      </Typography>
      {isPicture ? (
        <Picture src={address} alt={t('case.look.shown', { file: document.file_name })} />
      ) : (
        <p>{t('case.look.noPreview')}</p>
      )}
    </DialogFrame>
  );
}
