import { useEffect } from 'react'
import { type FocusPosition, focusMain, focusNear, positionOf } from '../lib/focus.ts'

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], .toasts'
/** They keep the focus inside themselves while they are open. */
const TRAPS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * When the focused element is removed, such as a deleted row or the button of a closed menu, moves the focus next to
 * where it was. Otherwise it is on `body`, and the next key does nothing.
 */
export function useFocusGuard(): void {
  useEffect(() => {
    let last: FocusPosition | undefined
    /** The last one outside of dialogs and menus, to which their focus returns. */
    let lastOnPage: FocusPosition | undefined
    let frame = 0
    let view = location.pathname
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return
      last = positionOf(target)
      view = location.pathname
      if (target.closest(OVERLAY) === null) lastOnPage = last
    }
    const restore = () => {
      frame = 0
      if (!last || last.element.isConnected || document.activeElement !== document.body) return
      if (document.querySelector(TRAPS) !== null) return
      // In another view nothing took the place of the element.
      if (view !== location.pathname) return focusMain()
      if (focusNear(last) || (lastOnPage && focusNear(lastOnPage))) return
      focusMain()
    }
    const observer = new MutationObserver(() => {
      // After a frame, because dialogs and lists that move the focus themselves do it by then.
      if (last && !last.element.isConnected) frame ||= requestAnimationFrame(restore)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}
