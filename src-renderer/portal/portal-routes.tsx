import { Navigate, Route, Routes } from 'react-router';
import { CatalogPage } from './catalog/catalog-page';
import { EventTypePage } from './catalog/event-type-page';
import { EditEndpointPage, NewEndpointPage } from './endpoints/endpoint-form-page';
import { EndpointPage } from './endpoints/endpoint-page';
import { EndpointsPage } from './endpoints/endpoints-page';
import { useWords } from './look/look-context';
import { MessagePage } from './messages/message-page';
import { MessagesPage } from './messages/messages-page';
import { NotFound } from './not-found';
import { PortalFrame } from './portal-frame';

/** Every screen of the portal by its address behind the `#`. */
export function PortalRoutes() {
  const words = useWords();
  return (
    <Routes>
      <Route element={<PortalFrame />}>
        <Route index element={<Navigate to="/catalog" replace />} />
        <Route path="catalog" element={<CatalogPage />} />
        <Route path="catalog/:name" element={<EventTypePage />} />
        <Route path="endpoints" element={<EndpointsPage />} />
        <Route path="endpoints/new" element={<NewEndpointPage />} />
        <Route path="endpoints/:endpointId" element={<EndpointPage />} />
        <Route path="endpoints/:endpointId/edit" element={<EditEndpointPage />} />
        <Route path="messages" element={<MessagesPage />} />
        <Route path="messages/:messageId" element={<MessagePage />} />
        <Route
          path="*"
          element={
            <NotFound
              what={words.session.things.page}
              backTo="/catalog"
              backWords={words.session.tabs.catalog}
            />
          }
        />
      </Route>
    </Routes>
  );
}
