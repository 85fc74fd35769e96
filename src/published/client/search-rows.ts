import { markWords } from '#markup/mark-words.ts'
import type { SearchAnswer, SearchRow } from '../model.ts'
import { make } from './dom.ts'

/** The rows of the dialog: a group for each page, in it the page and the places found in it. */
export function foundRows(rows: SearchAnswer, query: string): HTMLElement[] {
  let number = 0
  const option = (className: string, href: string, ...children: (Node | string)[]) => {
    const link = make('a', className, ...children)
    number += 1
    Object.assign(link, { id: `found-${number}`, role: 'option', href, tabIndex: -1, ariaSelected: 'false' })
    return link
  }
  const place = (section: SearchRow['sections'][number]) => {
    const title = section.title ? [make('strong', '', ...marked(section.title, query))] : []
    const excerpt = section.excerpt ? [make('p', '', ...marked(section.excerpt, query))] : []
    return option('in-page', section.href, ...title, ...excerpt)
  }
  return rows.map((row) => {
    const title = make('strong', '', ...marked(row.title, query))
    const where = make('span', 'where', row.breadcrumbs.join(', '))
    const page = option('on-page', row.href, pageIcon(), title, where)
    const group = make('div', 'found-page', page, ...row.sections.map(place))
    group.role = 'group'
    group.ariaLabel = row.title
    return group
  })
}

function marked(text: string, query: string): (Node | string)[] {
  return markWords(text, query).map((piece) => (piece.hit ? make('mark', '', piece.text) : piece.text))
}

const pageShape =
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z'

function pageIcon(): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(space, 'svg')
  icon.setAttribute('class', 'i i-s')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', `${pageShape}M14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8`)
  icon.append(path)
  return icon
}
