import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseFileView } from '../../../contract/staff-cases.ts';
import { STAFF_ROLE_WORDS } from '../../../domain/accounts/staff-permissions.ts';
import { bodyRules } from '../../forms/body-rules.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { useStaffAct, useStaffSend } from '../data/use-staff-act.ts';
import { useStaffMay } from '../data/use-staff-may.ts';

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

const EMPTY = { identity: '', difference: '', evidence: '' };

function MatchDialog({ caseId, hit, onChanged, onClose }: MatchProps & { onClose: () => void }) {
  const send = useStaffSend();
  const toBody = (written: typeof EMPTY) => ({ hit: hit.hit, ...written });
  return (
    <FormDialog
      title={t('match.write')}
      submit={t('match.submit')}
      onClose={onClose}
      defaultValues={EMPTY}
      rules={bodyRules(async () => (await import('../../../contract/staff-cases.ts')).DispositionBody, { toBody })}
      send={(written) =>
        send((provider) => provider.writeDisposition(caseId, toBody(written)), {
          done: t('match.written'),
          onDone: onChanged,
        })
      }
    >
      <p>{t('match.text')}</p>
      <TextInput source="identity" label={t('match.identity')} multiline minRows={2} autoFocus />
      <TextInput source="difference" label={t('match.difference')} multiline minRows={2} />
      <TextInput source="evidence" label={t('match.evidence')} multiline minRows={2} />
    </FormDialog>
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
  const screen = useStaffAct((provider) => provider.screenCase(caseId), {
    done: t('checks.done'),
    onDone: onChanged,
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
        <Button sx={{ mt: 1 }} disabled={screen.isPending} onClick={() => screen.mutate()}>
          {t('checks.now')}
        </Button>
      )}
    </div>
  );
}
