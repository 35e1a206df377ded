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
    answers: { 200: jsonOf<PublicPageOut>(publicPageOutSchema) },
  }),
  preview: operation({
    method: 'POST',
    path: '/public-page/preview',
    body: jsonOf<PublicPagePreviewIn>(publicPagePreviewInSchema),
    answers: { 200: jsonOf<PublicPagePreviewOut>(publicPagePreviewOutSchema) },
  }),
  export: operation({
    method: 'POST',
    path: '/public-page/export',
    answers: { 200: jsonOf<PublicPageExportOut>(publicPageExportOutSchema) },
  }),
  publish: operation({
    method: 'POST',
    path: '/public-page/publish',
    answers: { 200: jsonOf<PublicPageOut>(publicPageOutSchema) },
  }),
  checkDomain: operation({
    method: 'GET',
    path: '/public-page/domain-check',
    answers: { 200: jsonOf<DomainCheckOut>(domainCheckOutSchema) },
  }),
};
