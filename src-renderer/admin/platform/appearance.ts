import { create } from 'zustand';
import { browserStorage, keepInBrowser } from '../../ui/browser-storage';

/** How high the rows of lists are. */
type Density = 'compact' | 'normal' | 'roomy';
/** `system` follows the operating system. */
type Motion = 'system' | 'reduced';

/** Height of a row in pixels. tokens.css repeats it as `--row`; lists that draw only visible rows need a number. */
const ROW_PX: Record<Density, number> = { compact: 28, normal: 32, roomy: 40 };

/** How large all text is. */
type TextSize = 'small' | 'normal' | 'large' | 'largest';

const SIZE_KEY = 'posthorn.text-size';
const DENSITY_KEY = 'posthorn.density';
const MOTION_KEY = 'posthorn.motion';

interface AppearanceState {
  readonly density: Density;
  readonly motion: Motion;
  readonly textSize: TextSize;
  chooseTextSize(textSize: TextSize): void;
  chooseDensity(density: Density): void;
  chooseMotion(motion: Motion): void;
}

/** The look of the pages on this computer, except the theme. */
export const useAppearance = create<AppearanceState>((set) => ({
  density: storedDensity(),
  motion: storedMotion(),
  textSize: storedTextSize(),
  chooseTextSize(textSize) {
    keepInBrowser(SIZE_KEY, textSize);
    set({ textSize });
    applyAppearance();
  },
  chooseDensity(density) {
    keepInBrowser(DENSITY_KEY, density);
    set({ density });
    applyAppearance();
  },
  chooseMotion(motion) {
    keepInBrowser(MOTION_KEY, motion);
    set({ motion });
    applyAppearance();
  },
}));

/** Applies the chosen values to the page. */
export function applyAppearance(): void {
  const { density, motion, textSize } = useAppearance.getState();
  Object.assign(document.documentElement.dataset, { density, motion, textSize });
}

/** Height of a row at the chosen density, in pixels. */
export function useRowHeight(): number {
  return useAppearance(({ density }) => ROW_PX[density]);
}

function storedDensity(): Density {
  const stored = browserStorage().getItem(DENSITY_KEY);
  return stored === 'compact' || stored === 'roomy' ? stored : 'normal';
}

function storedMotion(): Motion {
  return browserStorage().getItem(MOTION_KEY) === 'reduced' ? 'reduced' : 'system';
}

function storedTextSize(): TextSize {
  const stored = browserStorage().getItem(SIZE_KEY);
  return stored === 'small' || stored === 'large' || stored === 'largest' ? stored : 'normal';
}
