import { brandColors } from '../ui/brand-colors';

/** The icon of the pages, next to the first page. */
export const ICON_FILE = 'icon.svg';

const SIZE = 32;

/**
 * The sender's logo as the icon of a browser tab; without one, the first letter of the name on the sender's color.
 * @param logo a picture as a data URL; anything else counts as none
 */
export function iconSvg(name: string, logo: string | null, color: string | null): string {
  const inside = logo?.startsWith('data:image/')
    ? `<image href="${escapeXml(logo)}" width="${SIZE}" height="${SIZE}"/>`
    : letterOf(name, brandColors(color)?.light ?? '#1c2230');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${inside}</svg>\n`;
}

function letterOf(name: string, ground: string): string {
  const letter = ([...name.trim()][0] ?? '?').toUpperCase();
  return `<rect width="${SIZE}" height="${SIZE}" rx="7" fill="${ground}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui, sans-serif" font-size="20" font-weight="600" fill="#fff">${escapeXml(letter)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
