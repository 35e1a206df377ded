import { printable } from '../base/printable';
import { backupCommand } from './backup-command';
import { catalogDiffCommand } from './catalog/catalog-diff-command';
import { catalogExportCommand } from './catalog/catalog-export-command';
import { catalogImportCommand } from './catalog/catalog-import-command';
import { clockCommand } from './clock-command';
import type { CliContext, Command, CommandOutput } from './command';
import { createCompletionCommand } from './completion/completion-command';
import { diffCommand } from './diff-command';
import { EXIT, EXIT_LABELS } from './exit-code';
import { commandHelp, commandLines } from './help';
import { importOpenapiCommand } from './import-openapi-command';
import { listenCommand } from './listening/listen-command';
import { moveCommand } from './move-command';
import { publishCommand } from './publish-command';
import { pullCommand } from './pull-command';
import { appCreateCommand, appDeleteCommand, appUpdateCommand } from './records/application-commands';
import { applyCommand } from './records/apply-command';
import {
  endpointCreateCommand,
  endpointDeleteCommand,
  endpointUpdateCommand,
} from './records/endpoint-commands';
import { eventTypePutCommand } from './records/event-type-put-command';
import {
  releaseCancelCommand,
  releaseChangeCommand,
  releaseListCommand,
  releasePlanCommand,
  releaseRunCommand,
  releaseUndoCommand,
} from './releases/release-commands';
import { restoreCommand } from './restore-command';
import { retryCommand } from './retry-command';
import { printed, runCommand } from './run-command';
import { messageSendCommand, sendCommand } from './send-command';
import { SERVE_HELP } from './serve-help';
import { statusCommand } from './status-command';
import { syncCommand } from './sync-command';
import { auditCommand } from './team/audit-command';
import { eraseCommand } from './team/erase-command';
import {
  noticeCreateCommand,
  noticeDeleteCommand,
  noticeListCommand,
  noticeTestCommand,
} from './team/notice-commands';
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './token-commands';
import { typesCommand } from './types-command';

/** Every command that does one thing and exits. `serve`, which keeps running, belongs to the entry file. */
export const COMMANDS: readonly Command[] = [
  appCreateCommand,
  appUpdateCommand,
  appDeleteCommand,
  endpointCreateCommand,
  endpointUpdateCommand,
  endpointDeleteCommand,
  eventTypePutCommand,
  applyCommand,
  sendCommand,
  messageSendCommand,
  retryCommand,
  listenCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  noticeListCommand,
  noticeCreateCommand,
  noticeTestCommand,
  noticeDeleteCommand,
  auditCommand,
  eraseCommand,
  importOpenapiCommand,
  catalogExportCommand,
  catalogImportCommand,
  catalogDiffCommand,
  typesCommand,
  releaseListCommand,
  releasePlanCommand,
  releaseChangeCommand,
  releaseRunCommand,
  releaseUndoCommand,
  releaseCancelCommand,
  pullCommand,
  statusCommand,
  diffCommand,
  syncCommand,
  publishCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  clockCommand,
  createCompletionCommand(() => COMMANDS),
];

/** Runs `posthorn` with these arguments, unless they start with the command `serve`. */
export async function posthorn(
  args: readonly string[],
  context: CliContext,
  version: string,
): Promise<CommandOutput> {
  const [first] = args;
  if (first === '--version' || first === '-v') return printed(`${version}\n`);
  if (first === undefined) return wrong(`Name a command.\n\n${overview(version)}`);
  if (first === 'help' || first === '--help' || first === '-h') return help(args.slice(1), version);
  if (first === 'serve') return printed(SERVE_HELP);
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '));
  if (command) return runCommand(command, args.slice(command.name.split(' ').length), context);
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0)
    return wrong(`There is no command "${printable(first)}". "posthorn help" lists them.\n`);
  const isAsked = args.some((arg) => arg === '--help' || arg === '-h');
  return isAsked ? help([first], version) : wrong(`Name a command:\n\n${commandLines(group)}\n`);
}

function help(parts: readonly string[], version: string): CommandOutput {
  const name = parts.join(' ');
  if (name === '') return printed(overview(version));
  if (name === 'serve') return printed(SERVE_HELP);
  const found = COMMANDS.filter((command) => command.name === name || command.name.startsWith(`${name} `));
  if (found.length === 0)
    return wrong(`There is no command "${printable(name)}". "posthorn help" lists them.\n`);
  return printed(found.map(commandHelp).join('\n'));
}

function wrong(err: string): CommandOutput {
  return { exitCode: EXIT.wrongUse, out: '', err };
}

function overview(version: string): string {
  const serve = { name: 'serve', summary: 'Runs the service until it is stopped.' };
  return `posthorn ${version}: a webhook messaging service

Usage: posthorn COMMAND [options]

${commandLines([serve, ...COMMANDS])}

"posthorn help COMMAND" explains a command, with an example. The commands use the server of the data folder, or another instance given by --url and --token-file, or POSTHORN_URL and POSTHORN_TOKEN. --json prints one JSON document.

${EXIT_LABELS}
`;
}
