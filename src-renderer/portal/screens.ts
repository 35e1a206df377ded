import type { ComponentType } from 'react';

/** The code of each screen: loaded on the first visit. */
export const SCREENS = {
  catalogPage: () => import('./catalog/catalog-page').then(({ CatalogPage }) => CatalogPage),
  eventTypePage: () => import('./catalog/event-type-page').then(({ EventTypePage }) => EventTypePage),
  changesPage: () => import('./catalog/changes-page').then(({ ChangesPage }) => ChangesPage),
  endpointsPage: () => import('./endpoints/endpoints-page').then(({ EndpointsPage }) => EndpointsPage),
  endpointPage: () => import('./endpoints/endpoint-page').then(({ EndpointPage }) => EndpointPage),
  newEndpointPage: () =>
    import('./endpoints/endpoint-form-page').then(({ NewEndpointPage }) => NewEndpointPage),
  endpointSetupPage: () =>
    import('./endpoints/setup/endpoint-setup-page').then(({ EndpointSetupPage }) => EndpointSetupPage),
  pollingPage: () => import('./endpoints/polling-page').then(({ PollingPage }) => PollingPage),
  editPollingPage: () =>
    import('./endpoints/endpoint-form-page').then(({ EditPollingPage }) => EditPollingPage),
  editEndpointPage: () =>
    import('./endpoints/endpoint-form-page').then(({ EditEndpointPage }) => EditEndpointPage),
  messagesPage: () => import('./messages/messages-page').then(({ MessagesPage }) => MessagesPage),
  messagePage: () => import('./messages/message-page').then(({ MessagePage }) => MessagePage),
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
