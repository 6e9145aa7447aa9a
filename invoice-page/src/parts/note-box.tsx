import { useFramed } from '../live/hooks.ts';
import type { Note } from '../model/note.ts';
import { Icon } from './icon.tsx';

export function NoteBox({ tone, icon, strong, text, action }: Note) {
  // The pages that a note leads to may not be framed.
  const target = useFramed() ? ({ target: '_blank' } as const) : {};
  return (
    <div className="note" data-tone={tone}>
      <Icon name={icon} />
      <div>
        <p>
          {strong !== undefined && <strong>{strong} </strong>}
          {text}
        </p>
        {action !== undefined && (
          <a className="button quiet" href={action.href} rel="noreferrer" {...target}>
            {action.label}
          </a>
        )}
      </div>
    </div>
  );
}
