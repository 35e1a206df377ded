import type { GenerateExampleOut } from '../../../src-server/contract/event-type';
import { FitMark } from '../../shared/schema-view/fit-mark';
import { Notice } from '../../ui/notice';

/**
 * Whether the shown example matches the schema, and what the author should know besides: the schema refuses their own
 * one, or none was found that it allows.
 */
export function ExampleNotices({ made }: { readonly made: GenerateExampleOut }) {
  const { refusedExample, source, problems } = made;
  const isRefused = problems.length > 0;
  return (
    <>
      {!isRefused && <FitMark {...made} />}
      {isRefused && source === 'author' && (
        <Notice tone="warning" title="The schema’s own example does not match it">
          <FitMark {...made} />
          <p>Customers do not see it. They see a generated example, if one that matches is found.</p>
        </Notice>
      )}
      {isRefused && source === 'generated' && (
        <Notice tone="warning" title="No generated example matches the schema">
          <FitMark {...made} />
          <p>Customers see no example. Write one, or correct the schema.</p>
        </Notice>
      )}
      {refusedExample && (
        <Notice tone="warning" title="The schema’s own example does not match it">
          <FitMark fits={false} problems={refusedExample.problems} />
          <p>It stays in the schema, but it is neither shown nor sent.</p>
        </Notice>
      )}
    </>
  );
}
