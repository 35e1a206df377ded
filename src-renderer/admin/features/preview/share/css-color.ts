/** The color that a text has in the light theme, in which pictures are drawn. @param className undefined: none */
export function cssColor(color: string, className?: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  probe.className = className ?? '';
  probe.dataset.tokens = 'light';
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}
