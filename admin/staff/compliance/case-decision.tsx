import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { VERDICTS, type Verdict } from '../../../domain/compliance/case.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Column } from '../../components/page.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import type { IconName } from '../../look/icon-paths.ts';
import { useStaffMay } from '../data/use-staff-may.ts';
import { DecisionDialog, nameOfAct } from './decision-dialog.tsx';
import { areNamesCleared } from './names-cleared.ts';

export interface CaseDecisionProps {
  file: CaseFileView;
  onDecided: () => void;
}

/** The decisions open to this person now, and the missing conditions of an approval. */
export function CaseDecision({ file, onDecided }: CaseDecisionProps) {
  const may = useStaffMay('case_decide');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const waits = file.status === 'review' || file.status === 'rechecking' || file.status === 'suspended';
  const words = !may
    ? t('case.noPermission')
    : !waits
      ? t(file.verdicts.length > 0 ? 'case.standing' : 'case.wait')
      : file.may_decide
        ? file.missing
        : t('case.decided');
  const unopened = file.documents.filter(({ to_open }) => to_open).map(({ kind }) => t(`document.${kind}`));
  const mayApprove = may && file.verdicts.includes('approve');
  const isBlocked = may && file.may_decide && unopened.length > 0;
  return (
    <Card title={t('case.decide')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        {words && <Typography sx={{ color: 'text.secondary' }}>{words}</Typography>}
        {isBlocked && <Typography id={UNOPENED}>{t('case.unopened', { documents: unopened.join(', ') })}</Typography>}
        {mayApprove && !areNamesCleared(file) && <Alert severity="warning">{t('case.notCleared')}</Alert>}
        {may && file.verdicts.length > 0 && (
          <Column sx={{ gap: '8px !important' }}>
            {VERDICTS.filter((each) => file.verdicts.includes(each)).map((each) => (
              <Button
                key={each}
                {...LOOKS[each]}
                startIcon={<Icon name={ICONS[each]} />}
                {...(each === 'approve' && isBlocked ? { disabled: true, 'aria-describedby': UNOPENED } : {})}
                onClick={() => setVerdict(each)}
              >
                {t(nameOfAct(each, file.status))}
              </Button>
            ))}
          </Column>
        )}
      </CardBody>
      {verdict && (
        <DecisionDialog
          file={file}
          verdict={verdict}
          onClose={() => setVerdict(null)}
          onDecided={() => {
            setVerdict(null);
            onDecided();
          }}
        />
      )}
    </Card>
  );
}

/** Says why nobody may approve yet. */
const UNOPENED = 'documents-to-open';

const LOOKS: Partial<Record<Verdict, { readonly variant?: 'contained'; readonly color?: 'error' }>> = {
  approve: { variant: 'contained' },
  suspend: { color: 'error' },
  refuse: { color: 'error' },
};

const ICONS: Readonly<Record<Verdict, IconName>> = {
  approve: 'check',
  more: 'back',
  refuse: 'crossCircle',
  suspend: 'lock',
  restrict: 'slash',
  lift: 'check',
  reverify: 'search',
  reopen: 'back',
};
