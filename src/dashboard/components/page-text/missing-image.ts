import { english } from '#markup/labels.ts'

/** What is shown in place of an image that can’t be loaded: its alternative text, unless the caption is the same. */
export function missingImage({ alt, className }: HTMLImageElement, caption = ''): HTMLElement {
  const shown = document.createElement('span')
  shown.className = `image-missing ${className}`
  shown.title = english.imageMissing
  shown.textContent = alt === caption.trim() ? '' : alt
  if (shown.textContent === '') shown.textContent = english.imageMissing
  return shown
}
