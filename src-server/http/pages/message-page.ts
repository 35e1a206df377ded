/**
 * A page with a single message, without style sheet or script. Both texts are ours; it contains nothing from a request.
 */
export function messagePage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
