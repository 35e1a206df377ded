import { Share2 } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../../../ui/button';
import { classNames } from '../../../../ui/class-names';
import listStyles from '../../../../ui/list-box.module.css';
import { toast } from '../../../../ui/toast-store';

interface ShareMenuProps {
  readonly markdown: () => string;
  readonly body: () => string;
  /** Draws the picture; null if there are no frames. */
  readonly picture: (() => Promise<Blob>) | null;
  /** True: what is shown includes schemas that only this browser has. */
  readonly hasUnsaved: boolean;
}

/** What can be shared with others. */
export function ShareMenu({ markdown, body, picture, hasUnsaved }: ShareMenuProps) {
  const act = async (key: string) => {
    if (key === 'link')
      await copy(
        location.href,
        hasUnsaved
          ? 'Copied the link. Others see the same preview, with the stored schemas: unsaved ones are only in this browser.'
          : 'Copied the link. Anybody who can log in sees the same preview.',
      );
    else if (key === 'markdown') await copy(markdown(), 'Copied the differences as Markdown');
    else if (key === 'body') await copy(body(), 'Copied the request bodies');
    else if (picture) {
      try {
        save(await picture(), 'portal-preview.png');
        toast('Saved portal-preview.png');
      } catch (cause) {
        toast(`No image was created: ${cause instanceof Error ? cause.message : String(cause)}`);
      }
    }
  };
  return (
    <MenuTrigger>
      <Button icon={<Share2 aria-hidden />}>Share</Button>
      <Popover className={classNames(listStyles.popover)} placement="bottom end">
        <Menu
          className={classNames(listStyles.list)}
          aria-label="Share"
          disabledKeys={picture ? [] : ['picture']}
          onAction={(key) => void act(String(key))}
        >
          <MenuItem id="link" className={classNames(listStyles.item)}>
            Copy link to this preview
          </MenuItem>
          <MenuItem id="markdown" className={classNames(listStyles.item)}>
            Copy differences as Markdown
          </MenuItem>
          <MenuItem id="body" className={classNames(listStyles.item)}>
            Copy request bodies for the API
          </MenuItem>
          <MenuItem id="picture" className={classNames(listStyles.item)}>
            Save frames as image (PNG)
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () => toast(done),
    () => toast('The browser blocked copying'),
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
