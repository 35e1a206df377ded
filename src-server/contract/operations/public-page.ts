import { jsonOf, operation } from '../operation';
import {
  type DomainCheckOut,
  domainCheckOutSchema,
  type PublicPageExportOut,
  type PublicPageOut,
  type PublicPagePreviewIn,
  type PublicPagePreviewOut,
  publicPageExportOutSchema,
  publicPageOutSchema,
  publicPagePreviewInSchema,
  publicPagePreviewOutSchema,
} from '../public-page';

/** The operations behind `http/routes/public-page`. */
export const publicPageOperations = {
  read: operation({
    method: 'GET',
    path: '/public-page',
    responses: { 200: jsonOf<PublicPageOut>(publicPageOutSchema) },
  }),
  preview: operation({
    method: 'POST',
    path: '/public-page/preview',
    body: jsonOf<PublicPagePreviewIn>(publicPagePreviewInSchema),
    responses: { 200: jsonOf<PublicPagePreviewOut>(publicPagePreviewOutSchema) },
  }),
  export: operation({
    method: 'POST',
    path: '/public-page/export',
    responses: { 200: jsonOf<PublicPageExportOut>(publicPageExportOutSchema) },
  }),
  publish: operation({
    method: 'POST',
    path: '/public-page/publish',
    responses: { 200: jsonOf<PublicPageOut>(publicPageOutSchema) },
  }),
  checkDomain: operation({
    method: 'GET',
    path: '/public-page/domain-check',
    responses: { 200: jsonOf<DomainCheckOut>(domainCheckOutSchema) },
  }),
};
