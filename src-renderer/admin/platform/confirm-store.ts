import { create } from 'zustand';

/** An action on a protected instance that waits for its name to be typed. */
export interface Question {
  /** The connection. */
  readonly id: string;
  /** Continues the sentence "This is going to". */
  readonly label: string;
  readonly settle: (confirmed: boolean) => void;
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
      settle: (confirmed) => {
        useConfirm.setState(({ questions }) => ({
          questions: questions.filter((other) => other !== question),
        }));
        resolve(confirmed);
      },
    };
    useConfirm.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
}

/** As if the user had cancelled each that waits. */
export function refuseAll(): void {
  for (const { settle } of useConfirm.getState().questions) settle(false);
}
