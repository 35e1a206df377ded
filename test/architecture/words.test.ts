import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles, withoutComments } from './source-files';

/** Names that do not say what the thing is: an endpoint, a message, a row. */
const EMPTY =
  /(?:\b(?:const|let|function)\s+|[({[,]\s*|\w:\s)(told|asked|said|whole|one)(?=\s*[,)}\]=:;(?]|\s=>)/g;
/** What is a response, and what is about all applications, is called so. A text of a page is no name. */
const REPLACED =
  /(?:\b(?:const|let|function)\s+|[({[,]\s*|\w:\s)(answers?|fleet)(?=\s*[,)}\]=:;(?]|\s=>)|\b([a-z]\w*(?:Answer|Fleet)\w*|(?:answer|fleet)[A-Z]\w*|\w*(?:ANSWER|FLEET)\w*|(?:Answer|Fleet)[A-Z]\w*)\b/g;
/** Names of the API, and of the schemas in its description. */
const ON_THE_WIRE =
  /^(?:answeredStatus|[fF]leet(?:Attempt|Message|MessagePage|Endpoint)Out(?:Schema)?|fleet(?:Attempt|Message)?Operations)$/;

describe('the words of the code', () => {
  it('are found where they are names, and not in texts, comments and names of the API', () => {
    const text = [
      "const one = rows.map((said) => said.id); // told: 'asked'",
      "const text = 'whole, one';",
      "return { answer, answerMs, STALE_ANSWERS: 1, answeredStatus: 200, path: '/fleet', all: fleetRows };",
    ].join('\n');
    expect(namesIn({ path: 'x.ts', text })).toEqual([
      'one',
      'said',
      'answer',
      'answerMs',
      'STALE_ANSWERS',
      'fleetRows',
    ]);
    expect(namesIn({ path: 'x.tsx', text: '<p>The answer, one of two.</p>' })).toEqual([]);
  });

  it('say response for an answer, all applications for the fleet, and what a thing is in place of one', () => {
    const files = sourceFiles('src-main', 'src-renderer', 'src-server', 'test');
    const found = files
      .filter(({ path }) => !path.endsWith('words.test.ts'))
      .flatMap((file) => namesIn(file).map((name) => `${file.path}: ${name}`));
    expect(found).toEqual([]);
  });
});

/** The names in a file that say nothing or that have been replaced, in order, each as often as it is there. */
function namesIn({ text }: SourceFile): string[] {
  const code = withoutComments(text).replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''");
  return code
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(EMPTY), ...line.matchAll(REPLACED)]
        .map(([, name, other]) => name ?? other ?? '')
        .filter((name) => !ON_THE_WIRE.test(name)),
    );
}
