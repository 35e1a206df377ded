import { create } from 'zustand';

/** An action on a protected instance that waits for its name to be typed. */
export interface Question {
  /** The connection. */
  readonly id: string;
  /** Continues the sentence "This is going to". */
  readonly label: string;
  readonly answer: (confirmed: boolean) => void;
}

interface ConfirmState {
  /** The oldest is asked first. */
  readonly questions: readonly Question[];
}

/** Actions that wait until the name of the instance has been typed. */
export const useConfirm = create<ConfirmState>(() => ({ questions: [] }));

/** Asks for the name of an instance. True once it was typed, false if the user cancelled. */
export function askForName(id: string, label: string): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      id,
      label,
      answer: (confirmed) => {
        useConfirm.setState(({ questions }) => ({ questions: questions.filter((one) => one !== question) }));
        resolve(confirmed);
      },
    };
    useConfirm.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
}
