import type { Command } from 'commander';
import { CliError, EXIT, type Io } from './io.ts';

/** The scripts ask the program itself, so they never differ from it. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_tidegate() {
  local words="$(tidegate complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}")"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _tidegate tidegate`,
  zsh: `#compdef tidegate
_tidegate() { compadd -- \${(f)"$(tidegate complete "\${(@)words[2,CURRENT-1]}")"}; }
compdef _tidegate tidegate`,
  fish: `complete -c tidegate -f -a '(tidegate complete (commandline -opc)[2..])'`,
};

/** Adds `completion <shell>`, and `complete`, which its scripts ask. */
export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion <shell>')
    .description(`print the completion of a shell: ${Object.keys(SCRIPTS).join(', ')}`)
    .action((shell: string) => {
      const script = SCRIPTS[shell];
      if (script === undefined) throw new CliError(`Choose one of: ${Object.keys(SCRIPTS).join(', ')}`, EXIT.usage);
      io.say(script);
    });
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action((words: string[]) => {
      for (const each of completionsAfter(program, words)) io.say(each);
    });
}

function completionsAfter(program: Command, words: readonly string[]): string[] {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  const commands = command.commands.map((each) => each.name()).filter((name) => name !== 'complete');
  return [...commands, ...command.options.flatMap(({ long }) => long ?? [])];
}
