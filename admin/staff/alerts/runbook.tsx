import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { CopyText } from '../../components/copy-text.tsx';
import { t } from '../../i18n/translate.ts';
import { CodeBox } from '../../integration/parts.tsx';
import { findRunbook, type RunbookBlock, withSubject } from './runbook-text.ts';

const Blocks = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  maxWidth: '80ch',
  '& h3:not(:first-of-type)': { marginTop: 12 },
  '& code': { ...theme.typography.code, overflowWrap: 'anywhere' },
}));

/**
 * The meaning of a kind of alert with the commands for its subject `about`, where to look, what to do and how to know
 * that it is resolved.
 */
export function Runbook({ blocks, about }: { blocks: readonly RunbookBlock[]; about?: string }) {
  const shown = about === undefined ? blocks : blocks.map((block) => withSubject(block, about));
  return (
    <Blocks>
      {shown.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a runbook does not change
        <Block key={index} block={block} />
      ))}
    </Blocks>
  );
}

function Block({ block }: { block: RunbookBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Typography variant="h3" component="h3">
          {block.text}
        </Typography>
      );
    case 'commands':
      return (
        <CodeBox as="div">
          {block.text.split('\n').map((command) => (
            <CopyText key={command} value={command} label={t('runbook.command')} />
          ))}
        </CodeBox>
      );
    case 'paragraph':
      return (
        <p>
          {block.parts.map((part) => {
            if (part.kind !== 'link')
              return part.kind === 'code' ? <code key={part.text}>{part.text}</code> : part.text;
            return (
              <Link key={part.name} component={RouterLink} to={`/compliance/alerts/runbooks/${part.name}`}>
                {findRunbook(part.name)?.title ?? part.text}
              </Link>
            );
          })}
        </p>
      );
    default:
      return block satisfies never;
  }
}
