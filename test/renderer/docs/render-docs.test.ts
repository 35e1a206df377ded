import { describe, expect, it } from 'vitest';
import { DOCS_SEARCH_FILE } from '../../../src-renderer/docs/docs-address';
import { renderDocs } from '../../../src-renderer/docs/render-docs';
import { docsTables } from '../../../src-server/docs-tables';
import { api } from '../../support/described-api';

const PAGE_MAX_BYTES = 300_000;

const assets = { styles: ['/assets/docs.css'], fonts: ['/assets/inter.woff2'], script: '/assets/docs.js' };
const files = new Map(renderDocs(api, docsTables(), assets));
const pages = [...files].filter(([path]) => path !== DOCS_SEARCH_FILE);
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const idsOf = (html: string) => all(html, / id="([^"]*)"/g);
const page = (path: string) => files.get(path) ?? '';

describe('the documentation of the API', () => {
  it('the API documentation has a page per resource with every operation, parameter and status', () => {
    const found = new Set<string>();
    for (const { name } of api.tags) {
      const html = page(name.toLowerCase().replaceAll(' ', '-'));
      expect(html.startsWith('<!doctype html>'), name).toBe(true);
      for (const { operationId, tags, parameters, responses } of Object.values(api.paths).flatMap((methods) =>
        Object.values(methods),
      )) {
        if (!tags.includes(name)) continue;
        found.add(operationId);
        const from = html.indexOf(`<article id="${operationId}"`);
        expect(from, operationId).toBeGreaterThan(0);
        const article = html.slice(from, html.indexOf('</article>', from));
        for (const parameter of parameters)
          expect(article, operationId).toContain(`<code>${parameter.name}</code>`);
        for (const status of Object.keys(responses))
          expect(article, operationId).toContain(`<code>${status}</code>`);
      }
    }
    expect(found.size).toBe(
      Object.values(api.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0),
    );
  });

  it('the documentation of an operation says whether its body is optional', () => {
    const states = new Set<boolean>();
    for (const { operationId, tags, requestBody } of Object.values(api.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      if (!requestBody?.content['application/json']) continue;
      const html = page((tags[0] ?? '').toLowerCase().replaceAll(' ', '-'));
      const article = html.slice(html.indexOf(`<article id="${operationId}"`));
      const [, heading = ''] = /<h3[^>]*>(Body .*?)<\/h3>/.exec(article) ?? [];
      expect(/\boptional$/.test(heading), operationId).toBe(!requestBody.required);
      states.add(requestBody.required);
    }
    expect(states).toEqual(new Set([true, false]));
  });

  it('no page of the API documentation exceeds 300 KB, and the first one links to every operation', () => {
    for (const [path, html] of pages) expect(Buffer.byteLength(html), path).toBeLessThan(PAGE_MAX_BYTES);
    const links = all(page(''), /<a[^>]* href="([^"]*)"/g);
    expect(links).toContain('/docs/endpoints#app.endpoint.create');
    expect(links).toContain('/docs/schemas');
  });

  it('every field of a request and of a schema has its own anchor in the API documentation', () => {
    expect(idsOf(page('endpoints'))).toContain('app.endpoint.create:rateLimit');
    expect(idsOf(page('schemas/EndpointOut'))).toContain('EndpointOut:filterTypes');
    expect(idsOf(page('schemas/ListResponseEndpointOut'))).toContain('ListResponseEndpointOut:data~~.id');
  });

  it('the API documentation says what a value of several kinds may be, whatever programs are told', () => {
    const html = page('schemas/GenerateExampleIn');
    expect(html).toContain('object or boolean');
    expect(html).not.toContain('must not be');
  });

  it('no page of the API documentation has a duplicate id, or one that needs escaping in a URL', () => {
    for (const [path, html] of pages) {
      const ids = idsOf(html);
      expect(new Set(ids).size, path).toBe(ids.length);
      expect(ids.filter((id) => !/^[A-Za-z0-9._:~-]+$/.test(id))).toEqual([]);
    }
  });

  it('the API documentation has no broken links and no links to other hosts', () => {
    const addresses = new Set(['/api/v1/openapi.json']);
    for (const [path, html] of pages) {
      addresses.add(`/docs/${path}`);
      for (const id of idsOf(html)) addresses.add(`/docs/${path}#${id}`);
    }
    let links = 0;
    for (const [path, html] of pages) {
      const hrefs = all(html, /<a[^>]* href="([^"]*)"/g).map((href) =>
        href.startsWith('#') ? `/docs/${path}${href}` : href,
      );
      links += hrefs.length;
      expect(hrefs.filter((href) => !addresses.has(href))).toEqual([]);
    }
    expect(links).toBeGreaterThan(2000);
    for (const { href } of JSON.parse(page(DOCS_SEARCH_FILE))) expect(addresses).toContain(href);
  });

  it('a page of the API documentation has one script and no inline script or style', () => {
    for (const [path, html] of pages) {
      const rest = html.replace('<script type="module" src="/assets/docs.js"></script>', '');
      expect(rest.length, path).toBeLessThan(html.length);
      expect(rest, path).not.toMatch(/<script|<style| style=| on[a-z]+=/);
    }
  });

  it('the API documentation is complete without a script, apart from its search', () => {
    // Only the first page is rendered: the others are made as they are asked for.
    const [[, html] = ['', '']] = renderDocs(api, docsTables(), { ...assets, script: null });
    expect(html).not.toMatch(/<script|<search/);
  });

  it('the API documentation escapes every text of the API description', () => {
    const bad = '</title><img src=x onerror=alert(1)>';
    const hostile = { ...api, info: { ...api.info, title: bad, description: bad } };
    for (const [path, html] of renderDocs(hostile, docsTables(), assets))
      if (path !== DOCS_SEARCH_FILE) expect(html).not.toContain('<img');
  });
});
