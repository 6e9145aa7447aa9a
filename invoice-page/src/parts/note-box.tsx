import type { Note } from '../model/note.ts';
import { Icon } from './icon.tsx';

export function NoteBox({ tone, icon, strong, text }: Note) {
  return (
    <p className="note" data-tone={tone}>
      <Icon name={icon} />
      <span>
        {strong !== undefined && <strong>{strong} </strong>}
        {text}
      </span>
    </p>
  );
}
