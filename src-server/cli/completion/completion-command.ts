import { ConfigError, OPTIONS } from '../../config';
import type { Command, CommandOption } from '../command';
import { JSON_OPTION, SHARED_OPTIONS } from '../help';
import { completionScript, SHELLS, type Shell } from './completion-script';

type Described = Pick<Command, 'name'> & { readonly options: Readonly<Record<string, CommandOption>> };

/** @param commands all of them, this one included, once it is asked */
export function createCompletionCommand(commands: () => readonly Command[]): Command {
  return {
    name: 'completion',
    usage: 'bash|zsh',
    summary: 'Prints a completion script for bash or zsh.',
    about: `Prints a script for bash or zsh that completes the commands, their options and the names of files. For this session: eval "$(posthorn completion bash)". For all: write it to ~/.local/share/bash-completion/completions/posthorn, or for zsh to a file named _posthorn in a folder of $fpath.`,
    options: {},
    examples: ['posthorn completion bash', 'posthorn completion zsh > ~/.zsh/completions/_posthorn'],
    positionals: [1, 1],
    asks: 'nothing',
    async run({ positionals: [wanted = ''] }) {
      const shell = SHELLS.find((known) => known === wanted);
      if (!shell) throw new ConfigError(`There is completion for bash and zsh, not for "${wanted}".`);
      const script = completionScript(shell satisfies Shell, describe(commands()));
      return { json: { shell, script }, lines: [], text: script };
    },
  };
}

function describe(commands: readonly Command[]): readonly Described[] {
  const serve = Object.entries(OPTIONS).map(([name, { type }]): [string, CommandOption] => [
    name,
    { type, help: '', ...(FILES_OF_SERVE.has(name) ? { value: 'FILE' } : {}) },
  ]);
  return [
    { name: 'help', options: {} },
    { name: 'serve', options: Object.fromEntries(serve) },
    ...commands.map(({ name, options, asks }) => ({
      name,
      options: { ...options, ...SHARED_OPTIONS[asks], ...JSON_OPTION },
    })),
  ];
}

const FILES_OF_SERVE = new Set(['data-dir', 'backup-dir', 'tls-cert', 'tls-key']);
