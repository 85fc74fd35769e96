import { element } from './node-fields.ts'

/** Fields next to a part of the text. `onClose` says whether the focus returns to the text. */
export function createPopover(
  label: string,
  anchor: HTMLElement,
  children: readonly HTMLElement[],
  onClose: (isReturning: boolean) => void,
) {
  const dom = element('span', 'visual-popover', children)
  let listening = new AbortController()
  dom.popover = 'auto'
  dom.ariaLabel = label
  const place = () => {
    const { left, top, bottom } = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = dom
    const isBelow = bottom + height + 12 < window.innerHeight
    dom.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`
    dom.style.top = `${isBelow ? bottom + 4 : top - height - 4}px`
  }
  const leave = (isReturning: boolean) => {
    if (listening.signal.aborted) return
    listening.abort()
    dom.role = null
    onClose(isReturning)
  }
  dom.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') leave(false)
  })
  return {
    dom,
    place,
    open: () => {
      listening = new AbortController()
      // Only while it is open, because menus open within the dialog that is on the page.
      dom.role = 'dialog'
      dom.showPopover()
      place()
      window.addEventListener('scroll', place, { capture: true, passive: true, signal: listening.signal })
    },
    close: () => {
      dom.hidePopover()
      // The event comes later, and what is typed until then would go where the browser puts the cursor: to the start.
      leave(true)
    },
  }
}
