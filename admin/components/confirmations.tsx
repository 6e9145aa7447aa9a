import { styled } from '@mui/material/styles';
import { t } from '../i18n/translate.ts';

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  fontSize: 13,
  lineHeight: '20px',
  color: theme.palette.text.secondary,
  '& b': { fontWeight: 500, color: theme.palette.text.primary, fontVariantNumeric: 'tabular-nums' },
}));
const Ticks = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: 3,
  '& i': { width: 24, height: 6, borderRadius: 3, backgroundColor: theme.palette.tickRest },
  '& i[data-on=true]': { backgroundColor: theme.palette.primary.main },
  '&[data-done=true] i[data-on=true]': { backgroundColor: theme.palette.success.main },
}));
const Bar = styled('span')(({ theme }) => ({
  width: 96,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: theme.palette.tickRest,
  '& i': { display: 'block', height: '100%', backgroundColor: theme.palette.primary.main },
  '&[data-done=true] i': { backgroundColor: theme.palette.success.main },
}));

/** More than these would not be counted at a glance. */
const MOST_TICKS = 6;

/** `2 of 6 confirmations`: ticks up to six, else a bar. Counts beyond what is required are not shown. */
export function Confirmations({ current, required }: { current: number; required: number }) {
  const counted = Math.min(current, required);
  const done = counted >= required;
  return (
    <Root>
      {required <= MOST_TICKS ? (
        <Ticks data-done={done} aria-hidden>
          {Array.from({ length: required }, (_, tick) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ticks never move
            <i key={tick} data-on={tick < counted} />
          ))}
        </Ticks>
      ) : (
        <Bar data-done={done} aria-hidden>
          <i style={{ width: `${(counted / required) * 100}%` }} />
        </Bar>
      )}
      <span>
        <b>{t('confirmations.of', { current: counted, required })}</b> {t('confirmations.word')}
      </span>
    </Root>
  );
}
