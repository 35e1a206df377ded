import { Link } from 'react-router';
import layout from '../../../ui/layout.module.css';
import { useFoundEndpoints } from '../../data/use-endpoint-directory';
import { useTo } from '../../platform/instance';

/** The endpoints without https, which a rule for new ones leaves as they are. */
export function PlainEndpoints() {
  const to = useTo();
  const found = useFoundEndpoints('http://');
  // The words of a search may also stand in a description.
  const plain = found.data?.data.filter(({ url }) => url.startsWith('http://')) ?? [];
  if (plain.length === 0) return null;
  return (
    <div className={layout.stack2}>
      <p className={layout.meta}>
        {plain.length === 1 ? 'This endpoint still uses http:' : 'These endpoints still use http:'}
      </p>
      <ul className={layout.meta}>
        {plain.map(({ id, appId, appName, url }) => (
          <li key={id}>
            <Link to={to('apps', appId, 'endpoints', id)}>{url}</Link>, {appName}
          </li>
        ))}
      </ul>
      {found.data?.done === false && <p className={layout.meta}>There may be more.</p>}
    </div>
  );
}
