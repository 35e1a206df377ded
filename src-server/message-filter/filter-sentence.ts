import { cutText } from '../contract/cut-text';
import type { Condition, FilterNode } from './filter-node';
import { ABSENT, type FailedNode } from './match-filter';

/** Characters of a value that are shown. */
const VALUE_SHOWN = 60;
/** Alternatives, and values of a list, that are named. */
const NAMED = 3;

/**
 * Why a message does not match, in lower case without a full stop: "payload.amount is 80, the filter wants at least 100".
 * @param exact false leaves out which event types the filter wants: not every reader may know of them
 */
export function filterSentence(failed: FailedNode, exact = true): string {
  const { node, value, inner = [] } = failed;
  const found = `${pathText(node.path)} is ${valueText(value)}`;
  switch (node.kind) {
    case 'not':
      return node.path.length === 0
        ? 'the message satisfies what the filter excludes'
        : `${found}, which the filter excludes`;
    case 'any':
      return `none of the alternatives holds: ${alternatives(inner, exact)}`;
    case 'object':
      return `${found}, the filter wants an element that satisfies all it says of ${pathText(node.path)}`;
    case 'all':
    case 'member':
      return found;
    default:
      if (!exact && node.path[0] === 'eventType') return `${found}, the filter wants another`;
      return `${found}, the filter wants ${wish(node, value)}`;
  }
}

function alternatives(inner: readonly FailedNode[], exact: boolean): string {
  const named = inner.slice(0, NAMED).map((entry) => filterSentence(entry, exact));
  const more = inner.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function wish({ kind, wanted }: Condition, value: unknown): string {
  const text = valueText(wanted);
  const isList = Array.isArray(value) && !Array.isArray(wanted);
  switch (kind) {
    case '$eq':
      return isList ? `it to contain ${text}` : text;
    case '$neq':
      return isList ? `it not to contain ${text}` : `anything but ${text}`;
    case '$gt':
      return `more than ${text}`;
    case '$gte':
      return `at least ${text}`;
    case '$lt':
      return `less than ${text}`;
    case '$lte':
      return `at most ${text}`;
    case '$in':
      return typeof wanted === 'string'
        ? `it to contain ${text}`
        : `${Array.isArray(value) ? 'an element of' : 'one of'} ${text}`;
    case '$nin':
      return typeof wanted === 'string' ? `it not to contain ${text}` : `none of ${text}`;
    case '$startsWith':
      return `a text that starts with ${text}`;
    case '$endsWith':
      return `a text that ends with ${text}`;
    case '$exist':
      return wanted === true ? 'it to be there' : 'it to be absent';
  }
}

/** `payload.customer.country`, and `payload["a.b"]` for names that are not plain. */
function pathText(path: FilterNode['path']): string {
  return path
    .map((name, at) => {
      if (at === 0) return name;
      return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .join('');
}

/** A value as JSON, as far as that is short. */
function valueText(value: unknown): string {
  if (value === ABSENT) return 'absent';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'a number that is too large';
  if (typeof value === 'string') {
    const cut = cutText(value, VALUE_SHOWN);
    return cut.length < value.length ? `${JSON.stringify(cut)}...` : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, NAMED).map(elementText);
    const more = value.length - shown.length;
    return `[${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}]`;
  }
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Never the content of a list or an object, which may be nested to any depth. */
function elementText(element: unknown): string {
  return Array.isArray(element) ? 'a list' : valueText(element);
}
