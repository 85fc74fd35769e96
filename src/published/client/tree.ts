import { elementOf, one } from './dom.ts'

/** Brings the current page into view, and fetches the rows of a large tree that the page does not carry. */
export function growTree(): void {
  const side = one('.side')
  if (!side) return
  scrollToCurrent(side)
  side.addEventListener('toggle', openBranch, true)
  side.addEventListener('click', (event) => {
    const link = elementOf(event)?.closest<HTMLAnchorElement>('a[data-rows]')
    if (!link || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    void fetchRows(link, true)
  })
}

function scrollToCurrent(side: HTMLElement): void {
  const current = one('[aria-current="page"]', side)
  if (!current || side.scrollHeight <= side.clientHeight) return
  const top = current.getBoundingClientRect().top - side.getBoundingClientRect().top
  if (top > side.clientHeight - 80) side.scrollTop = top - side.clientHeight / 2
}

/** A branch that holds nothing but the link to its rows fetches them when it is opened. */
function openBranch(event: Event): void {
  const branch = event.target
  if (!(branch instanceof HTMLDetailsElement) || !branch.open) return
  const link = one<HTMLAnchorElement>(':scope > ul > li:only-child > a[data-rows]', branch)
  if (link) void fetchRows(link, false)
}

/** The rows take the place of the link. Where they do not come, the link leads to them as a page. */
async function fetchRows(link: HTMLAnchorElement, moveFocus: boolean): Promise<void> {
  const answer = await fetch(link.dataset.rows ?? '').catch(() => null)
  if (!answer?.ok) {
    if (moveFocus) location.href = link.href
    return
  }
  const rows = document.createElement('template')
  // The server's own markup, printed by the same function as the rows of the page.
  rows.innerHTML = await answer.text()
  const first = one<HTMLAnchorElement>('a', rows.content)
  link.closest('li')?.replaceWith(rows.content)
  if (moveFocus) first?.focus()
}
