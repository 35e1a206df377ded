import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';

interface TokenFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
  /** Null: nothing is wrong. */
  readonly error: string | null;
}

/** A token, hidden unless its reader wants to see it. */
export function TokenField(props: TokenFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      mono
      type={isShown ? 'text' : 'password'}
      autoComplete="off"
      action={
        <Button
          icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          aria-label={isShown ? 'Hide token' : 'Show token'}
          onPress={() => setShown(!isShown)}
        />
      }
    />
  );
}
