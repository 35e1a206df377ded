import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../src-renderer/api/api-failure';
import { labelsFor } from '../../../src-renderer/portal/labels/labels';
import { readLanguage } from '../../../src-renderer/portal/language/read-language';
import { FilterTrial } from '../../../src-renderer/shared/endpoint/filter-trial';
import { ReplayReceipt } from '../../../src-renderer/shared/replay/replay-receipt';
import { JsonFaultText } from '../../../src-renderer/shared/schema-view/json-fault-text';
import { PayloadVerdict } from '../../../src-renderer/shared/schema-view/payload-verdict';
import { placedProblems } from '../../../src-renderer/shared/schema-view/placed-problems';
import { SchemaRows } from '../../../src-renderer/shared/schema-view/schema-rows';
import { FailureNotice } from '../../../src-renderer/ui/failure-notice';
import { Reworded } from '../../../src-renderer/ui/reworded';
import { TextField } from '../../../src-renderer/ui/text-field';
import { UiLabelsProvider } from '../../../src-renderer/ui/ui-labels';
import { schemaTree } from '../../../src-server/json-schema/schema-tree';

const german = labelsFor(await readLanguage('?lang=de', []), null);
const english = labelsFor(await readLanguage('?lang=en', []), null);

const shownBy = (labels: typeof german) => (part: ReactNode) =>
  renderToStaticMarkup(<UiLabelsProvider labels={labels.ui}>{part}</UiLabelsProvider>).replaceAll(
    '<!-- -->',
    '',
  );
const shown = shownBy(german);

const refused = (msg: string, field = 'description') =>
  new ApiFailure(422, 'invalid_request', `${field}: ${msg}`, [
    { loc: ['body', field], msg, type: 'value_error' },
  ]);

describe('a reader of German reads in German', () => {
  it('what the server says of a field', () => {
    const spoken = (sentence: string) =>
      shown(<TextField label="Beschreibung" value="" error={<Reworded sentence={sentence} />} />);
    expect(spoken('This has more than 1024 characters.')).toContain('Höchstens 1.024 Zeichen sind erlaubt.');
    expect(spoken('Something new.')).toContain('<span lang="en">Something new.</span>');
    const notice = shown(
      <FailureNotice title="Nicht geändert" cause={refused('The header "te" is given twice.', 'headers')} />,
    );
    expect(notice).toContain('headers: </span>Der Header &quot;te&quot; ist zweimal angegeben.');
  });

  it('why a call failed: that sentence, else its kind, else what the server says, marked as English', () => {
    const spoken = (code: string, detail: string) =>
      shown(<FailureNotice title="Nicht gesendet" cause={new ApiFailure(409, code, detail)} />);
    expect(spoken('conflict', 'This uid is already in use. Choose another.')).toContain(
      'Diese Kennung wird bereits',
    );
    expect(spoken('conflict', 'Something else.')).toContain('Es wurde inzwischen geändert.');
    expect(spoken('generic_error', 'Something else.')).toContain('<span lang="en">Something else.</span>');
    expect(shown(<FailureNotice title="Nicht gesendet" cause={new Error('x is undefined')} />)).toContain(
      'Auf dieser Seite ist ein Fehler aufgetreten.',
    );
  });

  it('why a filter leaves a message out, and why it could not be tried', () => {
    const reason = 'payload.amount is 80, the filter wants at least 100';
    const trial = (part: Partial<ComponentProps<typeof FilterTrial>['trial']>) => {
      const words = german.endpoints.form.filter.trial;
      return shown(<FilterTrial trial={{ data: undefined, error: null, ...part }} isAsked words={words} />);
    };
    const left = { messageId: 'msg_1', eventType: 'order.paid' };
    const data = { examined: 2, matched: 0, matching: [] };
    const html = trial({
      data: {
        ...data,
        notMatching: [
          { ...left, reason },
          { ...left, messageId: 'msg_2', reason: 'of old' },
        ],
      },
    });
    expect(html).toContain('payload.amount ist 80, der Filter verlangt mindestens 100');
    expect(html).toContain('<span lang="en">of old</span>');
    expect(trial({ error: refused('needs a string') })).toContain('benötigt einen Text');
  });

  it('how a payload violates its schema, why it was not checked, and why a text is not JSON', () => {
    const problem = { pointer: '/amount', rule: 'type', message: 'must be number' };
    const inner = { ...problem, message: 'must have at least 3 characters' };
    const alternatives = [{ position: 1, label: '', problems: [inner] }];
    const result = { fits: false, problems: [{ ...problem, alternatives }], reason: null };
    const html = shown(<PayloadVerdict result={result} />);
    expect(html).toContain('/amount</code> muss vom Typ number sein');
    expect(html).toContain('muss mindestens 3 Zeichen haben');
    expect(placedProblems(undefined, [problem], german.ui.reword).problems[0]?.label).toBe(
      '/amount muss vom Typ number sein',
    );
    const reason = 'The check took too long and was stopped.';
    expect(shown(<PayloadVerdict result={{ fits: null, problems: [], reason }} />)).toContain(
      'Die Prüfung hat zu lange gedauert',
    );
    const fault = { label: 'a comma or } is missing', offset: 3, line: 1, column: 4 };
    expect(shown(<JsonFaultText fault={fault} />)).toContain('Spalte 4. Ein Komma oder } fehlt.');
  });

  it('why a task has failed', () => {
    const startedAt = '2026-01-01T00:00:00Z';
    const receipt = (error: string) =>
      shown(
        <ReplayReceipt
          task={{
            id: 'qtask_1',
            task: 'endpoint.recover',
            status: 'failed',
            updatedAt: startedAt,
            data: {
              appId: 'app_1',
              endpointId: 'ep_1',
              startedAt,
              finishedAt: startedAt,
              stopped: false,
              error,
            },
          }}
          labels={german.endpoints.again}
        />,
      );
    expect(receipt('The endpoint was deleted.')).toContain('Der Endpunkt wurde gelöscht.');
    expect(receipt('Something new.')).toContain('<span lang="en">Something new.</span>');
  });

  it('types and limits of a schema', () => {
    const schema = {
      properties: {
        list: { type: 'array', items: { type: 'string' }, maxItems: 3 },
        card: { oneOf: [{ properties: { a: { maxLength: 20 } } }, { type: 'array', items: false }] },
      },
    };
    const html = shown(<SchemaRows tree={schemaTree(schema)} idOf={(path) => path} openDepth={9} />);
    for (const text of ['array aus string', 'höchstens 3 Elemente', 'höchstens 20 Zeichen', 'Möglichkeit 1'])
      expect(html).toContain(text);
    expect(html).not.toContain('lang="en"');
  });
});

describe('a reader of English', () => {
  it('reads what the server says, in its own spelling', () => {
    const notice = shownBy(english)(
      <FailureNotice title="Not saved" cause={refused('Something at 65536.')} />,
    );
    expect(notice).toContain('description: Something at 65536.');
    expect(shownBy(english)(<Reworded sentence="This has more than 65536 characters." />)).toBe(
      'This has more than 65536 characters.',
    );
    expect(renderToStaticMarkup(<Reworded sentence="a value is missing" isFirst />)).toBe(
      'A value is missing',
    );
  });
});
