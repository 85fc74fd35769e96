import { elementForHash, find, findAll, targetElement } from './dom.ts'

let listening = new AbortController()

/** Highlights the current heading in the page outline. */
export function highlightOutline(): void {
  listening.abort()
  listening = new AbortController()
  const box = find('.toc')
  const pairs = findAll<HTMLAnchorElement>('.toc a').flatMap((link) => {
    const heading = elementForHash(link.hash)
    return heading ? [{ link, heading }] : []
  })
  if (!box || pairs.length === 0) return
  let isScheduled = false
  const mark = () => {
    isScheduled = false
    const current = currentHeading(pairs)
    for (const pair of pairs) pair.link.toggleAttribute('aria-current', pair === current)
    if (!current) return
    current.link.setAttribute('aria-current', 'true')
    keepVisible(box, current.link)
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(mark)
  }
  addEventListener('scroll', schedule, { passive: true, signal: listening.signal })
  box.addEventListener('click', (event) => {
    if (targetElement(event)?.closest('a') && box.matches(':popover-open')) box.hidePopover()
  })
  mark()
}

type Pair = { link: HTMLAnchorElement; heading: HTMLElement }

/** The last heading above the upper part of the window, or the last one at the end of the page. */
function currentHeading(pairs: readonly Pair[]): Pair | undefined {
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4
  if (atEnd && scrollY > 0) return pairs.findLast(isVisible)
  const edge = Math.max(140, innerHeight * 0.22)
  const isAbove = ({ heading }: Pair) => heading.getBoundingClientRect().top < edge
  return pairs.findLast((pair) => isAbove(pair) && isVisible(pair)) ?? pairs.find(isVisible)
}

/** Headings in closed tabs and expandables are in the outline too. */
const isVisible = ({ heading }: Pair): boolean => heading.checkVisibility?.() ?? true

function keepVisible(box: HTMLElement, link: HTMLElement): void {
  if (box.scrollHeight <= box.clientHeight) return
  const row = link.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  const isVisible = row.top >= frame.top + 40 && row.bottom <= frame.bottom - 40
  if (!isVisible) box.scrollTop += row.top - frame.top - frame.height / 2
}
