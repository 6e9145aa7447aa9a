import { useWords } from '../i18n/words.tsx';
import type { Dial as DialModel } from '../model/result.ts';
import type { IconName } from '../model/screen.ts';
import { Icon } from './icon.tsx';

const RADIUS = 72;
/** Above this many, separate arcs are no longer told apart. */
const MOST_ARCS = 12;

/** The round picture of a result: ring and water tell how much is here or confirmed; the words in it say it too. */
export function Dial({ dial, icon }: { dial: DialModel; icon: IconName }) {
  return (
    <div className="dial">
      <Water level={levelOf(dial)} />
      <svg className="ring" viewBox="0 0 160 160" aria-hidden="true">
        <Ring dial={dial} />
      </svg>
      <Core dial={dial} icon={icon} />
    </div>
  );
}

function Core({ dial, icon }: { dial: DialModel; icon: IconName }) {
  const { t, format } = useWords();
  switch (dial.kind) {
    case 'count':
      return (
        <p>
          <b>{t('dial.count', { current: Math.min(dial.current, dial.required), required: dial.required })}</b>
          {t('dial.confirmations', { count: dial.required })}
        </p>
      );
    case 'share':
      return (
        <p>
          <b>{format.percent(dial.ratio)}</b>
          {t('dial.received')}
        </p>
      );
    case 'icon':
      return <Icon name={icon} size={icon === 'check' ? 84 : 68} />;
    default:
      return dial satisfies never;
  }
}

function Ring({ dial }: { dial: DialModel }) {
  switch (dial.kind) {
    case 'count':
      return dial.required <= MOST_ARCS ? <Arcs {...dial} /> : <Arc share={dial.current / dial.required} />;
    case 'share':
      return <Arc share={dial.ratio} />;
    case 'icon':
      if (dial.ring === 'third') return <Arcs current={1} required={3} still />;
      if (dial.ring === 'turning') return <Arc share={0.22} turning />;
      return <Arc share={dial.ring === 'full' ? 1 : 0} />;
    default:
      return dial satisfies never;
  }
}

function Arc({ share, turning = false }: { share: number; turning?: boolean }) {
  // Without dashes: where those of a whole circle meet, a gap shows.
  if (share >= 1) return <circle className="fill-ring whole" cx="80" cy="80" r={RADIUS} pathLength={100} />;
  return (
    <>
      <circle className="track-ring" cx="80" cy="80" r={RADIUS} />
      {share > 0 && (
        <circle
          className={turning ? 'fill-ring turning' : 'fill-ring'}
          cx="80"
          cy="80"
          r={RADIUS}
          pathLength={100}
          strokeDasharray={`${share * 100} 100`}
        />
      )}
    </>
  );
}

/** One arc for each confirmation; the one being waited for breathes. */
function Arcs({ current, required, still = false }: { current: number; required: number; still?: boolean }) {
  // Twelve pixels of the circle between two arcs; a lone arc is a whole circle.
  const gap = (12 * required) / (2 * Math.PI * RADIUS);
  return Array.from({ length: required }, (_, index) => {
    const name = index < current ? 'fill-ring' : index === current && !still ? 'next-ring' : 'track-ring';
    return (
      <circle
        // biome-ignore lint/suspicious/noArrayIndexKey: arcs have no other identity than their place
        key={index}
        className={name}
        cx="80"
        cy="80"
        r={RADIUS}
        {...(required === 1
          ? {}
          : {
              pathLength: required,
              strokeDasharray: `${1 - gap} ${required - 1 + gap}`,
              strokeDashoffset: -(index + gap / 2),
            })}
      />
    );
  });
}

function levelOf(dial: DialModel): number {
  switch (dial.kind) {
    case 'count':
      return dial.required === 0 ? 0 : Math.max(0.12, dial.current / dial.required);
    case 'share':
      return dial.ratio;
    case 'icon':
      return dial.level;
    default:
      return dial satisfies never;
  }
}

function Water({ level }: { level: number }) {
  if (level <= 0) return null;
  const surface = level >= 1 ? -12 : 150 - level * 140;
  return (
    <svg className="water" viewBox="0 0 160 160" aria-hidden="true">
      <g transform={`translate(0 ${surface})`}>
        <use href="#wave" />
      </g>
    </svg>
  );
}
