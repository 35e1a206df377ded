import { describe, expect, it } from 'vitest';
import { guidesWith } from '../../../src-renderer/docs/guides';
import { renderDocs } from '../../../src-renderer/docs/render-docs';
import { COMMANDS } from '../../../src-server/cli/posthorn';
import { SERVE_HELP } from '../../../src-server/cli/serve-help';
import { OPTIONS, variableOf } from '../../../src-server/config';
import { docsTables } from '../../../src-server/docs-tables';
import { api } from '../../support/described-api';

const guides = guidesWith(docsTables());
const files = new Map(renderDocs(api, docsTables(), { styles: [], fonts: [], script: null }));
const page = (path: string) => files.get(path) ?? '';

describe('the guides of the documentation', () => {
  it('each guide is in the index and on the first page, and has an anchor for each section', () => {
    for (const { path, title, sections } of guides) {
      expect(page('').split(`href="/docs/${path}"`), path).toHaveLength(3);
      expect(page(path), path).toMatch(new RegExp(`<h1 [^>]*>${title}</h1>`));
      expect(page(path)).toMatch(new RegExp(`href="/docs/${path}" aria-current="page"`));
      expect(sections.length, path).toBeGreaterThan(0);
      for (const { id } of sections) expect(page(path)).toContain(`<section id="${id}"`);
    }
  });

  it('no guide has the page of a group of operations, and none shows a mark that was not filled', () => {
    const paths = [...files.keys()];
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path } of guides) {
      expect(page(path), path).not.toMatch(/&lt;!--|undefined|\]\(/);
      expect(page(path).replace(/<pre>.*?<\/pre>/gs, ''), path).not.toMatch(/^\||```/m);
    }
  });

  it('the guide to start settings has every flag of `posthorn serve` with its variable, and so has its help', () => {
    for (const name of Object.keys(OPTIONS)) {
      expect(page('settings')).toMatch(new RegExp(`<code>--${name}[ <]`));
      expect(page('settings')).toContain(`<code>${variableOf(name)}</code>`);
      expect(SERVE_HELP).toMatch(new RegExp(`^  --${name} `, 'm'));
    }
    expect(page('settings')).toMatch(/--port 8071.*?Default: 8071\./);
  });

  it('the guide to the command line has every command with its options, and the exit codes', () => {
    for (const { name, options, examples } of COMMANDS) {
      const [, section = ''] = page('command-line').split(`id="${`posthorn ${name}`.replaceAll(' ', '-')}"`);
      for (const option of Object.keys(options)) expect(section, name).toContain(`<code>--${option}`);
      expect(examples.length, name).toBeGreaterThan(0);
    }
    expect(page('command-line')).toContain('3 no server reached');
  });

  it('the guide to metrics has every metric of a node, with what it means', () => {
    for (const name of ['posthorn_attempts_total', 'posthorn_node_slots', 'posthorn_memory_resident_bytes'])
      expect(page('metrics')).toMatch(new RegExp(`<td><code>${name}</code></td><td>[A-Z]`));
  });
});
