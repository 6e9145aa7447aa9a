import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { type MessageKey, t } from '../i18n/translate.ts';
import { type DayRange, isBackwards, lastDays } from './days.ts';

const Panel = styled('div')({ display: 'grid', gap: 12, padding: '2px 14px', width: 344, maxWidth: '88vw' });
const Presets = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 });
const Pair = styled('div')({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 });

const PRESETS: readonly { label: MessageKey; days: number | null }[] = [
  { label: 'history.filter.any', days: null },
  { label: 'history.filter.today', days: 1 },
  { label: 'history.filter.week', days: 7 },
  { label: 'history.filter.month', days: 30 },
];

export interface DatePanelProps {
  range: DayRange;
  onRange: (range: DayRange) => void;
}

/** A usual span in one click, or days of one's own. */
export default function DatePanel({ range, onRange }: DatePanelProps) {
  return (
    <Form<Required<DayRange>>
      defaultValues={{ date_from: range.date_from ?? '', date_to: range.date_to ?? '' }}
      rules={({ date_from, date_to }) => ({
        date_to: isBackwards(date_from, date_to) ? t('history.filter.wrongDays') : undefined,
      })}
      send={async ({ date_from, date_to }) =>
        onRange({ ...(date_from ? { date_from } : {}), ...(date_to ? { date_to } : {}) })
      }
    >
      <Panel>
        <Presets>
          {PRESETS.map(({ label, days }) => (
            <Button key={label} size="small" onClick={() => onRange(days === null ? {} : lastDays(days))}>
              {t(label)}
            </Button>
          ))}
        </Presets>
        <Pair>
          <TextInput source="date_from" type="date" label={t('history.filter.from')} />
          <TextInput source="date_to" type="date" label={t('history.filter.to')} />
        </Pair>
        <SubmitButton label={t('action.apply')} />
      </Panel>
    </Form>
  );
}
