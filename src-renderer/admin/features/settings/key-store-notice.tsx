import { Notice } from '../../../ui/notice';
import { useDesktop } from '../../data/use-desktop';

/** Warns where this computer protects no secrets. Nothing in a browser, which does not know. */
export function KeyStoreNotice() {
  if (useDesktop().data?.hasKeyStore !== false) return null;
  return (
    <Notice tone="warning" title="This computer has no key store that protects secrets">
      The tokens of other instances are encrypted with a key in a file that only your account can read.
      Whoever copies your files can read those tokens. Set up a key ring of the system, such as GNOME Keyring
      or KWallet, and start Posthorn again.
    </Notice>
  );
}
