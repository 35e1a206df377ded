/**
 * An OpenAPI document that describes these webhooks.
 * @param posts for each webhook, what is posted to it
 */
export const webhooksDocument = (
  posts: Readonly<Record<string, unknown>>,
  title = 'Shop',
  version = '1',
) => ({
  openapi: '3.1.0',
  info: { title, version },
  webhooks: Object.fromEntries(Object.entries(posts).map(([name, post]) => [name, { post }])),
});
