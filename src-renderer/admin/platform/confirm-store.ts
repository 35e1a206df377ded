import { create } from 'zustand';

/** An act on a protected instance that waits for its name. */
export interface Question {
  /** The connection. */
  readonly id: string;
  /** As it goes on after "This is going to". */
  readonly label: string;
  readonly answer: (confirmed: boolean) => void;
}

interface ConfirmState {
  /** The oldest is asked first. */
  readonly questions: readonly Question[];
}

/** Acts that wait until somebody has typed the name of the instance. */
export const useConfirm = create<ConfirmState>(() => ({ questions: [] }));

/** Asks for the name of an instance. True once it was typed, false when somebody thought better of it. */
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
