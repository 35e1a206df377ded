import type { CommandOption } from '../command';

/** The shells that it is made for. */
export const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** What is completed of a command. */
interface CompletedCommand {
  /** One or two words. */
  readonly name: string;
  readonly options: Readonly<Record<string, CommandOption>>;
}

/** What the last words can be, for either shell: `$1` and `$2` are the command, `$3` the word before, `$4` its position. */
function decisions(commands: readonly CompletedCommand[]): string {
  const options = commands.flatMap(({ options: some }) => Object.entries(some));
  const named = (is: (option: CommandOption) => boolean) => [
    ...new Set(options.filter(([, option]) => is(option)).map(([name]) => `--${name}`)),
  ];
  const files = named(({ value = '' }) => ['FILE', 'DIR'].includes(value));
  const others = named(({ type }) => type === 'string').filter((name) => !files.includes(name));
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
  const seconds = firsts.flatMap((first) => {
    const found = commands.filter(({ name }) => name.startsWith(`${first} `));
    return found.length === 0 ? [] : [[first, found.map(({ name }) => name.split(' ')[1])] as const];
  });
  const flags = ({ options: some }: CompletedCommand) =>
    ['--help', ...Object.keys(some).map((name) => `--${name}`)].join(' ');
  return `
  _posthorn_words="" _posthorn_files=""
  case "$3" in
    ${files.join('|')}) _posthorn_files=yes; return ;;
    ${others.join('|')}) return ;;
  esac
  if [ "$4" -le 1 ]; then _posthorn_words="${firsts.join(' ')}"; return; fi
  if [ "$4" -eq 2 ]; then
    case "$1" in
      ${seconds.map(([first, words]) => `${first}) _posthorn_words="${words.join(' ')}"; return ;;`).join('\n      ')}
      help) _posthorn_words="${firsts.join(' ')}"; return ;;
      completion) _posthorn_words="${SHELLS.join(' ')}"; return ;;
    esac
  fi
  _posthorn_files=yes
  case "$1 $2" in
    ${commands
      .filter(isOfTwo)
      .map((command) => `"${command.name}") _posthorn_words="${flags(command)}" ;;`)
      .join('\n    ')}
    *) case "$1" in
      ${commands
        .filter((command) => !isOfTwo(command))
        .map((command) => `${command.name}) _posthorn_words="${flags(command)}" ;;`)
        .join('\n      ')}
    esac ;;
  esac`.slice(1);
}

const isOfTwo = ({ name }: CompletedCommand) => name.includes(' ');

/** A script that completes these commands, their options and files. It runs no program. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  const decide = `_posthorn_decide() {\n${decisions(commands)}\n}\n`;
  return shell === 'bash' ? decide + BASH : `#compdef posthorn\n${decide}${ZSH}`;
}

const BASH = `_posthorn() {
  local current="\${COMP_WORDS[COMP_CWORD]}" _posthorn_words _posthorn_files
  _posthorn_decide "\${COMP_WORDS[1]}" "\${COMP_WORDS[2]}" "\${COMP_WORDS[COMP_CWORD - 1]}" "$COMP_CWORD"
  COMPREPLY=()
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$_posthorn_words" -- "$current")) ;;
    *)
      case "$_posthorn_words" in -*) ;; *) COMPREPLY=($(compgen -W "$_posthorn_words" -- "$current")) ;; esac
      if [ -n "$_posthorn_files" ]; then compopt -o filenames 2> /dev/null; COMPREPLY+=($(compgen -f -- "$current")); fi
      ;;
  esac
}
complete -F _posthorn posthorn
`;

const ZSH = `_posthorn() {
  local _posthorn_words _posthorn_files
  _posthorn_decide "\${words[2]}" "\${words[3]}" "\${words[CURRENT - 1]}" "$((CURRENT - 1))"
  if [ -n "$_posthorn_words" ] && { [[ "$_posthorn_words" != -* ]] || [[ "\${words[CURRENT]}" == -* ]]; }; then
    compadd -- \${(s: :)_posthorn_words}
  fi
  if [ -n "$_posthorn_files" ] && [[ "\${words[CURRENT]}" != -* ]]; then _files; fi
}
if [ "$funcstack[1]" = _posthorn ]; then _posthorn "$@"; else compdef _posthorn posthorn; fi
`;
