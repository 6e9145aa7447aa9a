import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseFileView } from '../../api/contract/staff-cases.ts';
import { STAFF_ROLE_WORDS } from '../../domain/staff-permissions.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { useAction } from '../components/use-action.ts';
import { useForm } from '../components/use-form.ts';
import { toastSuccess } from '../data/toasts.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { staffData } from './staff-call.ts';
import { useStaffMay } from './staff-session.ts';

type Hit = NonNullable<CaseFileView['risk']>['hits'][number];

interface MatchProps {
  caseId: string;
  hit: Hit;
  onChanged: () => void;
}

/** A likeness to a sanctioned party, with what people wrote about it. */
export function Match({ caseId, hit, onChanged }: MatchProps) {
  const may = useStaffMay('case_decide') && hit.missing !== null;
  const [writing, setWriting] = useState(false);
  return (
    <li>
      <div>
        {t('case.hit', { name: hit.name, listed: hit.listed_name, list: hit.list })}
        {hit.dispositions.map(({ staff_name, staff_role, identity, difference, evidence, at }) => (
          <Typography key={staff_name + at} variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
            {`${staff_name} (${STAFF_ROLE_WORDS[staff_role]}): ${[identity, difference, evidence].join(' ')}`}
            {` · ${formatMoment(at)}`}
          </Typography>
        ))}
        <Typography variant="body2" sx={{ mt: 1 }}>
          {hit.missing ?? t('match.cleared')}
        </Typography>
        {may && (
          <Button sx={{ mt: 1 }} onClick={() => setWriting(true)}>
            {t('match.write')}
          </Button>
        )}
      </div>
      <span>{t('case.likeness', { score: hit.score })}</span>
      {writing && (
        <MatchDialog
          caseId={caseId}
          hit={hit}
          onChanged={() => {
            setWriting(false);
            onChanged();
          }}
          onClose={() => setWriting(false)}
        />
      )}
    </li>
  );
}

function MatchDialog({ caseId, hit, onChanged, onClose }: MatchProps & { onClose: () => void }) {
  const form = useForm({
    initial: { identity: '', difference: '', evidence: '' },
    check: () => ({}),
    async send(written) {
      const body = { hit: hit.hit, ...written };
      await staffData(`/staff/cases/${caseId}/dispositions`, { method: 'POST', body });
      toastSuccess(t('match.written'));
      onChanged();
    },
  });
  return (
    <DialogForm title={t('match.write')} form={form} submit={t('match.submit')} onClose={onClose}>
      <p>{t('match.text')}</p>
      <Field {...form.text('identity')} label={t('match.identity')} multiline minRows={2} autoFocus />
      <Field {...form.text('difference')} label={t('match.difference')} multiline minRows={2} />
      <Field {...form.text('evidence')} label={t('match.evidence')} multiline minRows={2} />
    </DialogForm>
  );
}

interface ChecksProps {
  caseId: string;
  checks: CaseFileView['checks'];
  onChanged: () => void;
}

/** By which lists, of which day, the names were checked, and when; without a real list that is said. */
export function SanctionsChecks({ caseId, checks, onChanged }: ChecksProps) {
  const may = useStaffMay('case_decide');
  const { busy, run } = useAction(async () => {
    await staffData(`/staff/cases/${caseId}/screen`, { method: 'POST', body: {} });
    toastSuccess(t('checks.done'));
    onChanged();
  });
  const lists = checks[0]?.lists ?? [];
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t('checks.title')}
      </Typography>
      <Typography sx={{ color: lists.length === 0 ? 'error.main' : 'text.secondary' }}>
        {lists.length === 0
          ? t('checks.noList')
          : lists.map(({ name, published_on: day }) => t('checks.list', { name, day })).join(', ')}
      </Typography>
      <ul>
        {checks.slice(0, 5).map(({ cause, names, hits, at }) => (
          <li key={at}>{t(`checks.${cause}`, { at: formatMoment(at), names, hits })}</li>
        ))}
      </ul>
      {may && (
        <Button sx={{ mt: 1 }} disabled={busy} onClick={() => void run()}>
          {t('checks.now')}
        </Button>
      )}
    </div>
  );
}
