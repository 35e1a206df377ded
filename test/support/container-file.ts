/** One instruction of a container file, with continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of each stage. The first of a stage is its FROM. */
export function readStages(file: string): readonly (readonly Instruction[])[] {
  const joined = file.replace(/^#.*\n/gm, '').replace(/\\\n/g, ' ');
  const stages: Instruction[][] = [];
  for (const line of joined.split('\n')) {
    const [, name, text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (!name) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** The variables that a stage sets. */
export function readEnv(stage: readonly Instruction[]): Record<string, string> {
  const pairs = stage
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=')));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

/** A command in the form of a list: it needs no shell. @throws SyntaxError for any other form */
export function readCommand(stage: readonly Instruction[], name: string): readonly string[] {
  const text = stage.find((instruction) => instruction.name === name)?.text ?? '';
  return JSON.parse(text.slice(Math.max(text.indexOf('['), 0))) as string[];
}
