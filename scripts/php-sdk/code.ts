import { NEWEST_VERSION } from '../../domain/versions/api-versions.ts';
import { openApiFile } from '../../domain/versions/documents.ts';

/** The width of a line of PHP and its comments. */
const WIDTH = 118;

/** A comment before what it describes: one line where it fits. */
export function docBlock(lines: readonly string[], indent: string): string {
  const filled = lines.flatMap((line) =>
    line.startsWith('@') || line.startsWith(' ') ? [line] : wrapped(line, indent),
  );
  const [only] = filled;
  if (only === undefined) return '';
  if (filled.length === 1 && indent.length + only.length < WIDTH - 7) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${filled.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Text within a comment, which it must not end. */
export function inComment(text: string | undefined): string[] {
  return text === undefined ? [] : [text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')];
}

/** A program of one namespace. */
export function phpFile(namespace: string, uses: readonly string[], body: string): string {
  const imports = uses.map((each) => `use ${each};\n`).join('');
  return `<?php

// Generated from docs/${openApiFile(NEWEST_VERSION)} by \`node scripts/generate.ts\`.

declare(strict_types=1);

namespace ${namespace};

${imports}${imports === '' ? '' : '\n'}${body}`;
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + 3 + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
