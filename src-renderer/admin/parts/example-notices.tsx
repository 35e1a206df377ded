import type { GenerateExampleOut } from '../../../src-server/contract/event-type';
import { FitMark } from '../../shared/schema-view/fit-mark';
import { Notice } from '../../ui/notice';

/** What the author should know of an example: the schema refuses their own one, or none was found that it allows. */
export function ExampleNotices({ made }: { readonly made: GenerateExampleOut }) {
  const { refusedExample, problems } = made;
  return (
    <>
      {refusedExample && (
        <Notice tone="warning" title="The schema refuses its own example">
          <FitMark fits={false} problems={refusedExample.problems} />
          <p>It stays in the schema, but customers do not see it, and it is not sent.</p>
        </Notice>
      )}
      {problems.length > 0 ? (
        <Notice tone="warning" title="No example was found that matches the schema">
          <FitMark {...made} />
          <p>Customers see none. Write one, or correct the schema.</p>
        </Notice>
      ) : (
        <FitMark {...made} />
      )}
    </>
  );
}
