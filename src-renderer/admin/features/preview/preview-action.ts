/** An item of the menu "More" of the preview. */
export interface PreviewAction {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  /** True: it cannot be done now. */
  readonly isOff?: boolean;
}
