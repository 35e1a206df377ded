import type {
  ApiDescription,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  DescribedSchema,
} from '../../src-server/contract/api-description';
import { constraintNotes } from '../../src-server/json-schema/schema-labels';
import { layersOf } from '../../src-server/json-schema/schema-layers';
import { anchorOf } from '../shared/schema-view/anchor-of';
import shell from '../shared/static-page/static-page.module.css';
import { classNames } from '../ui/class-names';
import { ExampleBlock } from '../ui/example-block';
import { InlineMarkdown } from '../ui/inline-markdown';
import styles from './docs.module.css';
import { schemaHref } from './docs-address';
import type { PlacedOperation } from './placed-operation';
import { referredName, SchemaFields } from './schema-fields';

/** One operation: what it does, who may call it, its input and output, with examples next to it. */
export function OperationArticle({
  api,
  method,
  path,
  operation,
}: PlacedOperation & { readonly api: ApiDescription }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return (
    <article id={anchorOf(operationId)} className={styles.article}>
      <h2 className={styles.name}>
        <a className={shell.nameLink} href={`#${anchorOf(operationId)}`}>
          <span className={styles.method}>{method}</span> <Path path={path} />
        </a>
      </h2>
      <p className={styles.summary}>
        <InlineMarkdown text={summary} />
      </p>
      {description.split('\n\n').map((paragraph) => (
        <p key={paragraph} className={styles.quiet}>
          <InlineMarkdown text={paragraph} />
        </p>
      ))}
      <div className={classNames(shell.columns, styles.columns)}>
        <div className={styles.fields}>
          {parameters.length > 0 && (
            <section>
              <h3 className={shell.part}>Parameters</h3>
              <dl className={styles.parameters}>
                {parameters.map((parameter) => (
                  <Parameter key={parameter.name} parameter={parameter} />
                ))}
              </dl>
            </section>
          )}
          {requestBody && body && (
            <section>
              <h3 className={shell.part}>
                Body <SchemaLink schema={body.schema} /> {requestBody.required ? '' : 'optional'}
              </h3>
              <p className={styles.quiet}>
                <InlineMarkdown text={requestBody.description} />
              </p>
              <SchemaFields api={api} name={operationId} schema={resolved(api, body.schema)} />
            </section>
          )}
          <section>
            <h3 className={shell.part}>Responses</h3>
            <dl className={styles.parameters}>
              {Object.entries(responses).map(([status, response]) => (
                <ResponseRow key={status} status={status} response={response} />
              ))}
            </dl>
          </section>
        </div>
        <Examples operation={operation} />
      </div>
    </article>
  );
}

/** A path that can wrap after its slashes. */
function Path({ path }: { readonly path: string }) {
  return (
    <code>
      {path.split(/(?<=\/)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path stay in their places
        <span key={at}>
          {part}
          <wbr />
        </span>
      ))}
    </code>
  );
}

function Parameter({ parameter }: { readonly parameter: DescribedParameter }) {
  const { name, required, schema, description } = parameter;
  const { description: _own, ...constraints } = schema;
  // Part of a path cannot be empty, so that need not be said.
  const notes = parameter.in === 'path' ? [] : constraintNotes(layersOf([constraints], constraints));
  return (
    <>
      <dt>
        <code>{name}</code>{' '}
        <span className={styles.quiet}>{`${parameter.in}, ${String(schema.type ?? 'any')}`}</span>{' '}
        {required && <span className={styles.required}>required</span>}
      </dt>
      <dd>
        <InlineMarkdown text={description} />
        {notes.map((note) => (
          <span key={note.text} className={styles.note}>
            {note.text}{' '}
            {note.values.map((value) => (
              <code key={value}>{value} </code>
            ))}
          </span>
        ))}
      </dd>
    </>
  );
}

function ResponseRow({
  status,
  response,
}: {
  readonly status: string;
  readonly response: DescribedResponse;
}) {
  const schema = response.content?.['application/json']?.schema;
  const options = (schema?.anyOf ?? [schema]) as readonly (DescribedSchema | undefined)[];
  return (
    <>
      <dt>
        <code>{status}</code>{' '}
        {options.map((option) => option && <SchemaLink key={String(option.$ref)} schema={option} />)}
      </dt>
      <dd>
        <InlineMarkdown text={response.description} />
      </dd>
    </>
  );
}

function SchemaLink({ schema }: { readonly schema: DescribedSchema }) {
  const name = referredName(schema);
  return name === null ? null : (
    <>
      <a href={schemaHref(name)}>
        <code>{name}</code>
      </a>{' '}
    </>
  );
}

/** An example request, and its response on success. */
function Examples({ operation }: { readonly operation: DescribedOperation }) {
  const { operationId, requestBody, responses } = operation;
  const sent = requestBody?.content['application/json']?.example;
  const [status, response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const received = response?.content?.['application/json']?.example;
  if (sent === undefined && received === undefined) return null;
  return (
    <div className={styles.examples}>
      {sent !== undefined && (
        <Example title="Example body" value={sent} name={`the body of ${operationId}`} />
      )}
      {received !== undefined && (
        <Example
          title={`Example response, ${status}`}
          value={received}
          name={`a response of ${operationId}`}
        />
      )}
    </div>
  );
}

function Example({
  title,
  value,
  name,
}: {
  readonly title: string;
  readonly value: unknown;
  readonly name: string;
}) {
  return (
    <section>
      <h3 className={shell.part}>{title}</h3>
      <ExampleBlock text={JSON.stringify(value, null, 2)} name={name} />
    </section>
  );
}

function resolved(api: ApiDescription, schema: DescribedSchema): DescribedSchema {
  return api.components.schemas[referredName(schema) ?? ''] ?? schema;
}
