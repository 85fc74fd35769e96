import { find, targetElement } from './dom.ts'

/** Scrolls to the current page, and loads rows of a large tree that are not in the page. */
export function enableTree(): void {
  const side = find('.side')
  if (!side) return
  scrollTreeToCurrent()
  side.addEventListener('toggle', openBranch, true)
  side.addEventListener('click', (event) => {
    const link = targetElement(event)?.closest<HTMLAnchorElement>('a[data-rows]')
    if (!link || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    void fetchRows(link, true)
  })
}

/** Scrolls the tree to the current page if it is out of view. */
export function scrollTreeToCurrent(): void {
  const side = find('.side')
  const current = side && find('[aria-current="page"]', side)
  if (!current || side.scrollHeight <= side.clientHeight) return
  const top = current.getBoundingClientRect().top - side.getBoundingClientRect().top
  if (top < 0 || top > side.clientHeight - 80) side.scrollTop += top - side.clientHeight / 2
}

/** Loads the rows of a branch that contains only the link to its rows when it is opened. */
function openBranch(event: Event): void {
  const branch = event.target
  if (!(branch instanceof HTMLDetailsElement) || !branch.open) return
  const link = find<HTMLAnchorElement>(':scope > ul > li:only-child > a[data-rows]', branch)
  if (link) void fetchRows(link, false)
}

/** Replaces the link with the rows. If they cannot be loaded, the link opens them as a page. */
async function fetchRows(link: HTMLAnchorElement, moveFocus: boolean): Promise<void> {
  const response = await fetch(link.dataset.rows ?? '').catch(() => null)
  if (!response?.ok) {
    if (moveFocus) location.href = link.href
    return
  }
  const rows = document.createElement('template')
  // Trusted markup: the server prints it with the same function as the rows of the page.
  rows.innerHTML = await response.text()
  const first = find<HTMLAnchorElement>('a', rows.content)
  link.closest('li')?.replaceWith(rows.content)
  if (moveFocus) first?.focus()
}
