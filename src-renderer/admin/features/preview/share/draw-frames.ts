import type { GhostGap } from '../../../../shared/preview-frames/ghost-gaps';
import { neededFlags } from '../../../../shared/preview-frames/visible-types';
import type { PagePicture } from '../../../../shared/preview-link/messages';
import { flagHue } from '../../../../ui/hue';
import { cssColor } from './css-color';
import { frameSvg, PICTURE_HEIGHT_MAX } from './frame-svg';

/** One frame of the picture. */
export interface PicturedFrame {
  readonly letter: string;
  readonly name: string;
  /** Such as "24 of 32 types". */
  readonly count: string;
  /** Any CSS colour. */
  readonly color: string;
  readonly page: PagePicture;
  readonly ghosts: readonly GhostGap[];
}

const GAP = 24;
const HEAD = 56;
/** Browsers refuse canvases beyond this side and area, in pixels. */
const SIDE_MAX = 16_000;
const AREA_MAX = 100_000_000;

/**
 * All frames next to each other, as one PNG, or as several one below the other where a page is too high for one: together
 * they show each page in full. At double resolution unless that is too large.
 */
export async function drawFrames(frames: readonly PicturedFrame[]): Promise<readonly Blob[]> {
  const highest = Math.max(...frames.map(({ page }) => page.height));
  const count = Math.max(1, Math.ceil(highest / PICTURE_HEIGHT_MAX));
  const parts: Blob[] = [];
  // One after the other: each takes much memory.
  for (let part = 0; part < count; part += 1) parts.push(await drawPart(frames, part, count));
  return parts;
}

async function drawPart(frames: readonly PicturedFrame[], part: number, count: number): Promise<Blob> {
  const topPx = part * PICTURE_HEIGHT_MAX;
  const pages = await Promise.all(
    frames.map(async (frame) => ({ frame, ...(await pageImage(frame.page, topPx)) })),
  );
  const width = GAP + pages.reduce((sum, { frame }) => sum + frame.page.width + GAP, 0);
  const height = HEAD + Math.max(...pages.map((page) => page.height)) + 2 * GAP;
  const scale = Math.min(2, SIDE_MAX / width, SIDE_MAX / height, Math.sqrt(AREA_MAX / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create images.');
  context.scale(scale, scale);
  context.fillStyle = '#f4f4f6';
  context.fillRect(0, 0, width, height);
  let x = GAP;
  for (const { frame, image, height: pageHeight } of pages) {
    const label = count === 1 ? frame.count : `${frame.count}, part ${part + 1} of ${count}`;
    drawHead(context, { ...frame, count: label }, x);
    if (image && pageHeight > 0) {
      context.fillStyle = frame.page.theme === 'dark' ? '#111318' : '#ffffff';
      context.fillRect(x, GAP + HEAD, frame.page.width, pageHeight);
      context.drawImage(image, x, GAP + HEAD, frame.page.width, pageHeight);
      context.save();
      context.beginPath();
      context.rect(x, GAP + HEAD, frame.page.width, pageHeight);
      context.clip();
      drawGhosts(context, frame, x, GAP + HEAD - topPx);
      context.restore();
    }
    x += frame.page.width + GAP;
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image is too large.'))),
      'image/png',
    ),
  );
}

/** The part of a page that begins there; no image where the page has ended. */
async function pageImage(
  page: PagePicture,
  topPx: number,
): Promise<{ readonly image: HTMLImageElement | null; readonly height: number }> {
  const { svg, height } = await frameSvg(page, topPx);
  if (height === 0) return { image: null, height };
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return { image, height };
}

function drawHead(context: CanvasRenderingContext2D, frame: PicturedFrame, x: number): void {
  context.fillStyle = frame.color;
  context.beginPath();
  context.roundRect(x, GAP + 6, 28, 28, 6);
  context.fill();
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  context.font = '700 16px "JetBrains Mono Variable", monospace';
  context.textAlign = 'center';
  context.fillText(frame.letter, x + 14, GAP + 21);
  context.textAlign = 'left';
  context.fillStyle = '#1c2130';
  context.font = '600 18px "Inter Variable", sans-serif';
  context.fillText(frame.name, x + 40, GAP + 21);
  const after = x + 40 + context.measureText(frame.name).width + 14;
  context.fillStyle = '#59617a';
  context.font = '400 15px "Inter Variable", sans-serif';
  context.fillText(frame.count, after, GAP + 21);
}

function drawGhosts(
  context: CanvasRenderingContext2D,
  frame: PicturedFrame,
  left: number,
  top: number,
): void {
  const dark = frame.page.theme === 'dark';
  for (const [index, { lines }] of frame.ghosts.entries()) {
    const place = frame.page.gaps[index];
    if (!place) continue;
    for (const { type, title, topPx, heightPx } of lines) {
      const [x, y] = [left + place.x, top + place.y + topPx];
      if (!type) {
        context.fillStyle = dark ? '#a4aabb' : '#59617a';
        context.font = '500 15px "Inter Variable", sans-serif';
        context.fillText(title, x, y + heightPx / 2 - 3, place.width);
        continue;
      }
      const middle = y + heightPx / 2 - 1;
      context.fillStyle = dark ? '#1b1e26' : '#f1f2f5';
      context.strokeStyle = dark ? '#5a6072' : '#8b91a0';
      context.setLineDash([5, 4]);
      context.beginPath();
      context.roundRect(x, y + 1, place.width, heightPx - 4, 6);
      context.fill();
      context.stroke();
      context.setLineDash([]);
      context.fillStyle = cssColor(`var(--flag-${flagHue(type.featureFlags?.[0] ?? '')})`);
      context.fillRect(x, y + 1, 5, heightPx - 4);
      context.fillStyle = dark ? '#e8eaf0' : '#1c2130';
      context.font = '500 13px "JetBrains Mono Variable", monospace';
      context.fillText(type.name, x + 12, middle);
      context.fillStyle = dark ? '#a4aabb' : '#59617a';
      context.font = '400 13px "Inter Variable", sans-serif';
      context.textAlign = 'right';
      context.fillText(`hidden: needs ${neededFlags(type)}`, x + place.width - 12, middle);
      context.textAlign = 'left';
    }
  }
}
