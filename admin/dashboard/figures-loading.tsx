import MuiCard from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';

/** As high as the cards that come (`figures/chart-card.tsx`), so that nothing moves. */
const Frame = styled(MuiCard)({ display: 'grid', padding: '16px 20px 52px' });

/** The places of charts while they load. */
export function FiguresLoading({ heights }: { heights: readonly number[] }) {
  return heights.map((height, index) => (
    // They are all alike and never move.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Frame key={index} aria-hidden sx={{ height }}>
      <Skeleton variant="rounded" width="100%" height="100%" />
    </Frame>
  ));
}
