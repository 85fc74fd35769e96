/** The first element that a selector finds. */
export function one<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind | null {
  return within.querySelector<Kind>(selector)
}

/** All elements that a selector finds. */
export function all<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind[] {
  return [...within.querySelectorAll<Kind>(selector)]
}

/** An element with classes and children. */
export function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** Says something to readers who listen to the page. */
export function say(text: string | undefined): void {
  const box = one('#said')
  if (!box) return
  box.textContent = ''
  requestAnimationFrame(() => {
    box.textContent = text ?? ''
  })
}

/** Reads and writes what the browser remembers; it may refuse both. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then holds for this page only.
  }
}

/** The element with the id that the address names after `#`. */
export function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

export const elementOf = (event: Event): Element | null =>
  event.target instanceof Element ? event.target : null
