/** The file of the XDG autostart specification that runs a command. */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Posthorn',
    'Comment=Webhook delivery within rate limits',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    '',
  ].join('\n');
}

/** An argument of `Exec`: in quotation marks, then once more as any value of such a file; % begins a field code. */
function quoted(argument: string): string {
  const escaped = argument
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `"${escaped}"`;
}
