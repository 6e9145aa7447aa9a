import { styled } from '@mui/material/styles';

const Whole = styled('span')({ display: 'flex', minWidth: 0, maxWidth: '100%', whiteSpace: 'pre' });
const Head = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis' });
const Tail = styled('span')({ flex: 'none' });

/** How much of the end is always seen. */
const TAIL = 6;
/** Up to here a text is never cut in its middle. */
const SHORT = 16;

/**
 * Text on one line, shortened in the middle rather than at the end, because long references and addresses differ at
 * their ends. The page contains the whole text for copying, and a tooltip shows it.
 */
export function Clip({ text }: { text: string }) {
  if (text.length <= SHORT) return text;
  return (
    <Whole title={text}>
      <Head>{text.slice(0, -TAIL)}</Head>
      <Tail>{text.slice(-TAIL)}</Tail>
    </Whole>
  );
}
