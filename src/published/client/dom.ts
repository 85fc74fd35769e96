/** The first element that matches a selector. */
export function find<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind | null {
  return within.querySelector<Kind>(selector)
}

/** All elements that match a selector. */
export function findAll<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)]
}

/** An element with classes and children. */
export function createElement(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** Announces a text to screen readers. */
export function announce(text: string | undefined): void {
  const status = document.getElementById('~status')
  if (!status) return
  status.textContent = ''
  requestAnimationFrame(() => {
    status.textContent = text ?? ''
  })
}

/** A stored preference of the reader. */
export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Browsers can block storage.
    return null
  }
}

export function storePreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Browsers can block storage; the choice then applies to this page only.
  }
}

/** The element that a URL fragment targets. */
export function elementForHash(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // The fragment has malformed percent-encoding.
    return null
  }
}

export const targetElement = (event: Event): Element | null =>
  event.target instanceof Element ? event.target : null

/** Whether a key belongs to an input method. Safari ends the composition before the key that confirms it. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
