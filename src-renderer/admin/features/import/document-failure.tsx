import { toApiFailure } from '../../../api/api-failure';
import { CodeBlock } from '../../../ui/code-block';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import styles from './import-screen.module.css';

interface DocumentFailureProps {
  /** Anything that was caught. */
  readonly cause: unknown;
  readonly onRetry: () => void;
}

const SAMPLE = `{
  "openapi": "3.1.0",
  "info": { "title": "Pets", "version": "1" },
  "webhooks": {
    "pet.new": {
      "post": {
        "description": "A pet came to the shop.",
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": ["id"],
                "properties": { "id": { "type": "string" } }
              }
            }
          }
        }
      }
    }
  }
}`;

/** Why a document as a whole cannot be imported; for a document without webhooks, also what they would look like. */
export function DocumentFailure({ cause, onRetry }: DocumentFailureProps) {
  const { status, detail } = toApiFailure(cause);
  const hasNone = status === 422 && /no webhooks/i.test(detail);
  const paths = /It has (\d+ paths?)\./.exec(detail)?.[1];
  if (!hasNone) {
    return (
      <div className={`${layout.stack3} ${layout.top} ${styles.notice}`}>
        <FailureNotice
          title="This document cannot be imported. Nothing was changed"
          cause={cause}
          {...(status === 0 || status >= 500 ? { onRetry } : {})}
        />
      </div>
    );
  }
  return (
    <div className={`${layout.stack5} ${layout.scrolling} ${styles.choose}`}>
      <div role="alert">
        <h2>
          This file has no <code>webhooks</code> or <code>x-webhooks</code>.{paths && ` It has ${paths}.`}
        </h2>
        <p className={layout.meta}>
          Paths describe calls to a service. Event types come from webhooks, the calls that a service makes
          itself. OpenAPI 3.0 lists them under <code>x-webhooks</code>. Nothing was changed.
        </p>
      </div>
      <CodeBlock label="Sample document with one webhook" text={SAMPLE} />
    </div>
  );
}
