/** Where the focus was: the element, and its ancestors with the index of the child that led to it. */
export type FocusPosition = {
  readonly element: Element
  readonly path: readonly { readonly ancestor: Element; readonly index: number }[]
}

const FOCUSABLE =
  '[data-row], a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

export function positionOf(element: Element): FocusPosition {
  const path: { ancestor: Element; index: number }[] = []
  let child = element
  while (child.parentElement && child.parentElement !== document.body) {
    const ancestor = child.parentElement
    path.push({ ancestor, index: [...ancestor.children].indexOf(child) })
    child = ancestor
  }
  return { element, path }
}

/**
 * Focuses the element again or, if it was removed, the one that took its place: the next neighbor, the previous one, or
 * the nearest neighbor of what contained it.
 * @returns false if nothing of what contained it is on the page any more
 */
export function focusNear({ element, path }: FocusPosition): boolean {
  if (element.isConnected && focus(element)) return true
  for (const { ancestor, index } of path) {
    if (!ancestor.isConnected) continue
    const { children } = ancestor
    for (const neighbor of [children[index], children[index - 1], children[index + 1]]) {
      if (neighbor && focusIn(neighbor)) return true
    }
    if (ancestor.matches('main, [role="dialog"], [role="alertdialog"]')) return focus(ancestor)
  }
  return false
}

const focusIn = (element: Element): boolean =>
  [element, ...element.querySelectorAll(FOCUSABLE)].some((one) => isFocusable(one) && focus(one))

/** Not the filter of a list: the next key would be typed there instead of being a command. */
const isFocusable = (element: Element): boolean =>
  element.isConnected &&
  element.matches(FOCUSABLE) &&
  (!element.matches('input, textarea') || element.closest('form, [role="dialog"]') !== null)

function focus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** Whether the focus is where people write or choose, so that it must not move. */
export const isWriting = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') === true

/** Focuses the main area of the page, so that the next key starts there. */
export function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
