import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseFileView, DocumentPages } from '../../../contract/staff-cases.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { DialogFrame } from '../../components/dialog-frame.tsx';
import { LogList } from '../../components/log-list.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatBytes, formatDay, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useStaffProvider } from '../data/staff-provider.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { ReasonDialog } from '../reason-dialog.tsx';

const Picture = styled('img')({ display: 'block', maxWidth: '100%', height: 'auto', margin: '0 auto' });

type Document = CaseFileView['documents'][number];

export interface CaseDocumentsProps {
  file: CaseFileView;
  /** Pages of the document were shown. */
  onOpened: (documentId: string) => void;
}

/** The submitted documents. Opening one needs a reason, and the access is recorded before it is decrypted. */
export function CaseDocuments({ file: { documents, people }, onOpened }: CaseDocumentsProps) {
  const may = useStaffMay('document_view');
  const provider = useStaffProvider();
  const [asked, setAsked] = useState<Document | null>(null);
  const [opened, setOpened] = useState<DocumentPages | null>(null);
  const personOf = (id: string | null) => people.find((person) => person.id === id)?.full_name ?? t('case.business');
  return (
    <Card title={t('case.documents')} ruled>
      {documents.length === 0 && (
        <CardBody>
          <Typography sx={{ pt: 2, color: 'text.secondary' }}>{t('case.noDocuments')}</Typography>
        </CardBody>
      )}
      <LogList>
        {documents.map((document) => (
          <li key={document.id}>
            <Description document={document} of={personOf(document.person_id)} />
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
      </LogList>
      {asked && (
        <ReasonDialog
          title={t('case.look.title')}
          text={t('case.look.text')}
          submit={t('case.look.submit')}
          schema={async () => (await import('../../../contract/staff-cases.ts')).LookBody.properties.reason}
          send={async (reason) => {
            const document = await provider.openDocument(asked.id, reason);
            setOpened(document);
            if (document.pages.length > 0) onOpened(asked.id);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {opened && <Shown document={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

function Description({ document, of }: { document: Document; of: string }) {
  return (
    <div>
      <b>{t(`document.${document.kind}`)}</b> · {of}
      {document.replaced && (
        <>
          {' '}
          <ToneChip tone="neutral" icon="slash">
            {t('case.replaced')}
          </ToneChip>
        </>
      )}
      {document.to_open && (
        <>
          {' '}
          <ToneChip tone="warning" icon="eye">
            {t('case.toOpen')}
          </ToneChip>
        </>
      )}
      <small>
        {[
          document.file_name,
          formatBytes(document.size_bytes),
          formatMoment(document.uploaded_at),
          document.expires_on && t('case.runsOut', { day: formatDay(document.expires_on) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </div>
  );
}

/** Pictures of the pages, with the reader's name across each: the file itself stays on the server. */
function Shown({ document: { file_name: file, pages, total_pages: total }, onClose }: ShownProps) {
  return (
    <DialogFrame
      title={file}
      onClose={onClose}
      isWide
      actions={
        <Button variant="contained" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Typography role="status" sx={{ color: 'text.secondary' }}>
        {t(pages.length > 0 ? 'case.look.done' : 'case.look.recorded')}
      </Typography>
      {pages.length === 0 && <p>{t('case.look.broken')}</p>}
      {pages.map((page, index) => (
        <Picture
          key={page.slice(-40) + String(index)}
          src={`data:image/jpeg;base64,${page}`}
          alt={t('case.look.shown', { file, page: index + 1, total })}
        />
      ))}
      {pages.length > 0 && pages.length < total && <p>{t('case.look.more', { shown: pages.length, total })}</p>}
    </DialogFrame>
  );
}

interface ShownProps {
  document: DocumentPages;
  onClose: () => void;
}
