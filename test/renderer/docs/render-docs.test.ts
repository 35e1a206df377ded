import { describe, expect, it } from 'vitest';
import { renderDocs } from '../../../src-renderer/docs/render-docs';
import { api } from '../../support/described-api';

const html = renderDocs(api, { styles: ['/assets/docs.css'] });
const all = (pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const ids = all(/ id="([^"]*)"/g);

describe('the documentation of the API', () => {
  it('is one complete page with every operation, parameter, status and schema', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
    for (const { operationId, parameters, responses } of operations) {
      expect(ids).toContain(operationId);
      const from = html.indexOf(`<article id="${operationId}"`);
      const article = html.slice(from, html.indexOf('</article>', from));
      for (const { name } of parameters) expect(article, operationId).toContain(`<code>${name}</code>`);
      for (const status of Object.keys(responses))
        expect(article, operationId).toContain(`<code>${status}</code>`);
    }
    for (const name of Object.keys(api.components.schemas)) expect(ids).toContain(name);
  });

  it('gives each field of a body and of a schema an address of its own', () => {
    expect(ids).toContain('app.endpoint.create:rateLimit');
    expect(ids).toContain('EndpointOut:filterTypes');
    expect(ids).toContain('ListResponseEndpointOut:data[].id');
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has no link that leads nowhere, and none that leaves this server', () => {
    const known = new Set(ids);
    const links = all(/<a[^>]* href="([^"]*)"/g);
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter((href) => href.startsWith('#') && !known.has(href.slice(1)))).toEqual([]);
    expect([...new Set(links.filter((href) => !href.startsWith('#')))]).toEqual(['/api/v1/openapi.json']);
  });

  it('holds no script and no inline style', () => {
    expect(html).not.toMatch(/<script|<style| style=| on[a-z]+=/);
  });

  it('shows text as text, whatever the description says', () => {
    const bad = '</title><img src=x onerror=alert(1)>';
    const page = renderDocs({ ...api, info: { ...api.info, title: bad, description: bad } }, { styles: [] });
    expect(page).not.toContain('<img');
  });
});
