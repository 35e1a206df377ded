import { saveFile } from '../../../../shared/save-file';
import { toast } from '../../../../ui/toast-store';
import type { PreviewAction } from '../preview-action';
import type { FramesPicture } from './draw-frames';

interface PreviewActionParts {
  /** Opens what makes share links; null if there are no frames. */
  readonly share: (() => void) | null;
  /** The sets whose differences are copied, in words, and how many event types differ. */
  readonly compared: { readonly label: string; readonly count: number };
  readonly markdown: () => string;
  /** Resolves to a link to what is shown, once others can open it. */
  readonly linkTo: () => Promise<string>;
  readonly body: () => string;
  /** Draws the picture; null if there are no frames. */
  readonly picture: (() => Promise<FramesPicture>) | null;
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

function savePicture(draw: () => Promise<FramesPicture>): void {
  draw().then(
    ({ blob, cut }) => {
      saveFile(blob, 'portal-preview.png', 'image/png');
      toast(cut === null ? 'Saved portal-preview.png' : `Saved portal-preview.png. Frame ${cut}`);
    },
    (cause: unknown) =>
      toast(`No image was created: ${cause instanceof Error ? cause.message : String(cause)}`),
  );
}
