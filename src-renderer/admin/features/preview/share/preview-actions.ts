import { saveFile } from '../../../../shared/save-file';
import { toast } from '../../../../ui/toast-store';
import type { PreviewAction } from '../preview-action';

interface PreviewActionParts {
  /** Opens what makes share links; null if there are no frames. */
  readonly share: (() => void) | null;
  /** The sets whose differences are copied, in words, and how many event types differ. */
  readonly compared: { readonly label: string; readonly count: number };
  readonly markdown: () => string;
  /** Resolves to a link to what is shown, once others can open it. */
  readonly linkTo: () => Promise<string>;
  readonly body: () => string;
  /** Draws the picture, in as many parts as it takes; null if there are no frames. */
  readonly picture: (() => Promise<readonly Blob[]>) | null;
  /** True: what is shown includes schemas that only this browser has. */
  readonly hasUnsaved: boolean;
}

/** What can be taken from the preview, in the order of the menu. */
export function previewActions(parts: PreviewActionParts): readonly PreviewAction[] {
  const { share, compared, markdown, linkTo, body, picture, hasUnsaved } = parts;
  const link = hasUnsaved
    ? 'Copied the link. Others see the same preview, with the stored schemas: unsaved ones are only in this browser.'
    : 'Copied the link. Anyone who can log in sees the same preview.';
  return [
    { id: 'share', label: 'Share…', isOff: share === null, run: () => share?.() },
    {
      id: 'link',
      label: 'Copy link to this preview',
      run: () => void linkTo().then((address) => copy(address, link)),
    },
    {
      id: 'markdown',
      label: 'Copy differences as Markdown',
      run: () =>
        copy(
          markdown(),
          `Copied the differences of ${compared.label} as Markdown: ${compared.count} event ${compared.count === 1 ? 'type' : 'types'}`,
        ),
    },
    {
      id: 'body',
      label: 'Copy request bodies for the API',
      run: () => copy(body(), 'Copied the request bodies'),
    },
    {
      id: 'picture',
      label: 'Save frames as image (PNG)',
      isOff: picture === null,
      run: () => picture && savePicture(picture),
    },
  ];
}

function copy(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast(done),
    () => toast('The browser blocked copying'),
  );
}

function savePicture(draw: () => Promise<readonly Blob[]>): void {
  draw().then(
    (parts) => {
      const names = pictureNames(parts.length);
      for (const [index, part] of parts.entries()) saveFile(part, names[index] ?? '', 'image/png');
      toast(
        parts.length === 1
          ? `Saved ${names[0]}`
          : `Too tall for one image: saved in ${parts.length} parts, ${names[0]} to ${names.at(-1)}`,
      );
    },
    (cause: unknown) =>
      toast(`No image was created: ${cause instanceof Error ? cause.message : String(cause)}`),
  );
}

/** The files of a picture: one, or each part with its place. */
export function pictureNames(count: number): readonly string[] {
  if (count === 1) return ['portal-preview.png'];
  return Array.from({ length: count }, (_, index) => `portal-preview-${index + 1}-of-${count}.png`);
}
