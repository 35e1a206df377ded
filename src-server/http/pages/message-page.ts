/**
 * A page with a single message, without style sheet or script. Both texts are markup: nothing from a request that could be any.
 * @param reloadS after how many seconds a browser loads it again; absent: never
 */
export function messagePage(title: string, text: string, reloadS?: number): string {
  const reload = reloadS === undefined ? '' : `<meta http-equiv="refresh" content="${reloadS}">\n`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${reload}<title>${title}</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
}
