/**
 * Instructions for the operator, ready to be sent.
 * @param host the target of the record; null if it is not known here
 */
export function operatorText(domain: string, host: string | null): string {
  return [
    `Please activate the domain ${domain} for our public event catalog.`,
    host
      ? `Its CNAME record points to ${host}.`
      : 'Please tell us the name that its CNAME record must point to.',
    '',
    `Start the server with:  posthorn serve --catalog-domain ${domain}${host ? '' : ' --catalog-host NAME'}`,
    `or set:  POSTHORN_CATALOG_DOMAIN=${domain}`,
    'A proxy in front of it needs a certificate for the domain and must pass the Host header on unchanged.',
  ].join('\n');
}
