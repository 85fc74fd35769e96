import { all, elementOf, one, targetOf } from './dom.ts'

/** Marks the heading being read in the contents of the page. */
export function markOutline(): void {
  const box = one('.toc')
  const pairs = all<HTMLAnchorElement>('.toc a').flatMap((link) => {
    const heading = targetOf(link.hash)
    return heading ? [{ link, heading }] : []
  })
  if (!box || pairs.length === 0) return
  let isAsked = false
  const mark = () => {
    isAsked = false
    const read = headingRead(pairs)
    for (const pair of pairs) pair.link.toggleAttribute('aria-current', pair === read)
    if (!read) return
    read.link.setAttribute('aria-current', 'true')
    keepVisible(box, read.link)
  }
  const ask = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(mark)
  }
  addEventListener('scroll', ask, { passive: true })
  box.addEventListener('click', (event) => {
    if (elementOf(event)?.closest('a') && box.matches(':popover-open')) box.hidePopover()
  })
  mark()
}

type Pair = { link: HTMLAnchorElement; heading: HTMLElement }

/** The last heading above the upper part of the window; at the end of the page the last one. */
function headingRead(pairs: readonly Pair[]): Pair | undefined {
  const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4
  if (atEnd && scrollY > 0) return pairs.at(-1)
  const edge = Math.max(140, innerHeight * 0.22)
  return pairs.findLast(({ heading }) => heading.getBoundingClientRect().top < edge) ?? pairs[0]
}

function keepVisible(box: HTMLElement, link: HTMLElement): void {
  if (box.scrollHeight <= box.clientHeight) return
  const row = link.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  const isVisible = row.top >= frame.top + 40 && row.bottom <= frame.bottom - 40
  if (!isVisible) box.scrollTop += row.top - frame.top - frame.height / 2
}
