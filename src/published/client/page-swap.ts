import { elementForHash, find, findAll } from './dom.ts'

/** Elements of the head that describe the page and not the site. */
const PAGE_HEAD =
  'title, meta[name="description"], meta[name="robots"], meta[name^="twitter:"], meta[property], link[rel="canonical"], link[rel="alternate"], link[rel="prev"], link[rel="next"]'

/** Whether another document has the same frame, so that only what is inside has to change. */
export function hasSameFrame(next: Document): boolean {
  const key = document.documentElement.dataset.frame
  return key !== undefined && next.documentElement.dataset.frame === key && find('.body', next) !== null
}

/** Shows the page of another document with the same frame. The tree stays, and so does how it is scrolled. */
export function swapPage(next: Document): void {
  for (const element of findAll(PAGE_HEAD, document.head)) element.remove()
  document.head.append(...findAll(PAGE_HEAD, next.head))
  const [side, nextSide] = [find('.side'), find('.side', next)]
  const top = side?.scrollTop ?? 0
  if (side && nextSide) {
    updateSide(side, nextSide)
    nextSide.replaceWith(side)
  }
  const [first, ...others] = pageRoots(document)
  first?.replaceWith(...pageRoots(next))
  for (const other of others) other.remove()
  if (side) side.scrollTop = top
}

/** What is between the header and the footer. */
const pageRoots = (page: Document): Element[] =>
  [...page.body.children].filter((element) => !element.matches(FRAME))

const FRAME = '.skip, .announce, .head, .sections, .foot, [role="status"], dialog, .diagram-frame'

/** Marks the page in the tree, or takes the tree of the page where the old one does not have it. */
function updateSide(side: HTMLElement, next: HTMLElement): void {
  const switchers = find('.switchers', next)
  if (switchers) find('.switchers', side)?.replaceWith(switchers)
  const current = find<HTMLAnchorElement>('.tree [aria-current="page"]', next)
  for (const link of findAll('.tree [aria-current="page"]', side)) link.removeAttribute('aria-current')
  if (!current) return
  const link = findAll<HTMLAnchorElement>('.tree a', side).find(
    (one) => one.getAttribute('href') === current.getAttribute('href'),
  )
  if (!link) {
    const tree = find('.tree', next)
    if (tree) find('.tree', side)?.replaceWith(tree)
    return
  }
  link.ariaCurrent = 'page'
  for (let row = link.closest('li'); row; row = row.parentElement?.closest('li') ?? null) {
    const branch = find<HTMLDetailsElement>(':scope > details', row)
    if (branch) branch.open = true
  }
}

/** Closes what lies above the page: the drawers of small screens, menus and dialogs. */
export function closeOverlays(): void {
  for (const drawer of findAll(':popover-open')) drawer.hidePopover()
  for (const menu of findAll<HTMLDetailsElement>('details.menu[open]')) menu.open = false
  for (const dialog of findAll<HTMLDialogElement>('dialog[open]')) dialog.close()
}

/** Moves the focus to what a screen reader is to read next: the target of the address, or the title. */
export function focusPage(hash: string): void {
  const heading = elementForHash(hash) ?? find('main h1') ?? find('main')
  if (!heading) return
  if (!heading.matches('a[href], button, input')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
