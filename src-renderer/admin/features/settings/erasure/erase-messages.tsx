import { useState } from 'react';
import { Button } from '../../../../ui/button';
import layout from '../../../../ui/layout.module.css';
import { EraseSheet } from './erase-sheet';

/** Erases the content of messages for good, for a customer who wants that. */
export function EraseMessages() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>Erase messages</h3>
      <p className={layout.metaWrapping}>
        Erases the content of messages for good, such as the data of a customer: payloads, event ids, tags,
        and the headers and responses of attempts. Ids, times and outcomes stay.
      </p>
      <div>
        <Button needs="POST /erasure" onPress={() => setOpen(true)}>
          Erase messages
        </Button>
      </div>
      {isOpen && <EraseSheet onClose={() => setOpen(false)} />}
    </>
  );
}
