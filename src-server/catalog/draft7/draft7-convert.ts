import { child } from '../../json-schema/json-pointer';
import { keepNumber, keepNumbers } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import type { Conversion, ConvertedUnit, ConvertOptions, SchemaWarning } from './draft7-conversion';
import { KEYWORD_RULES, unknownKeyword } from './draft7-keywords';
import { withNull } from './draft7-nullable';
import { convertReference } from './draft7-references';
import { isKeepable, storableValue } from './draft7-values';

class TooDeep extends Error {}

/** Converts one schema; references become `#/definitions/<name>` and are reported, not followed. */
export function convertSchema(schema: unknown, pointer: string, options: ConvertOptions): ConvertedUnit {
  const warnings: SchemaWarning[] = [];
  const conversion: Conversion = {
    options,
    base: pointer,
    references: new Set(),
    anchors: [],
    warn: (at, message) => warnings.push({ pointer: at, message }),
    schema: (value, at, depth) => convertNode(value, at, depth, conversion),
    keywords: (node, at, depth) => convertKeywords(node, at, depth, conversion),
    value: (value, at) => {
      if (!isKeepable(value)) {
        warnings.push({ pointer: at, message: 'a value nested too deeply was left out' });
        return undefined;
      }
      if (typeof value === 'number' && !Number.isFinite(value)) {
        warnings.push({ pointer: at, message: 'a number too large for JSON was left out' });
        return undefined;
      }
      const kept = storableValue(value);
      if (kept !== value)
        warnings.push({ pointer: at, message: 'characters or numbers that cannot be stored were replaced' });
      return kept;
    },
  };
  try {
    const result = convertNode(schema, pointer, 0, conversion);
    return {
      ok: true,
      schema: result,
      references: [...conversion.references],
      anchors: conversion.anchors,
      warnings,
    };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, reason: 'the schema is nested too deeply' };
    throw error;
  }
}

function convertNode(node: unknown, pointer: string, depth: number, to: Conversion): boolean | JsonObject {
  if (depth > to.options.maxDepth) throw new TooDeep();
  if (typeof node === 'boolean') return node;
  if (!isObject(node)) {
    to.warn(pointer, 'this is not a schema; anything is accepted here instead');
    return {};
  }
  if (Object.hasOwn(node, '$ref')) return convertReference(node, pointer, depth, to);
  return convertKeywords(node, pointer, depth, to);
}

/** Every keyword but `$ref`, according to the table of rules; keywords without a rule are kept unchanged. */
function convertKeywords(
  node: JsonObject,
  pointer: string,
  depth: number,
  to: Conversion,
): boolean | JsonObject {
  const result = new Map<string, unknown>();
  for (const [key, value] of Object.entries(node)) {
    const at = child(pointer, key);
    const rule = KEYWORD_RULES.get(key) ?? unknownKeyword;
    rule({ key, value, node, at, depth, to, result });
  }
  const made = keepNumbers(Object.fromEntries(result), node);
  keepNumber(made, 'exclusiveMinimum', { holder: node, key: 'minimum' });
  keepNumber(made, 'exclusiveMaximum', { holder: node, key: 'maximum' });
  return withNull(node, made, pointer, to);
}
