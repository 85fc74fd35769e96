import type { PrintEntry } from '#published/render-print.ts'
import type { Content } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import type { Order } from './tickets.ts'

/** The pages that are printed, in reading order, and the contents that stand before them. */
export type Chosen = { readonly pages: readonly PageNode[]; readonly contents: readonly PrintEntry[] }

/** More of them hold up everybody else. */
const mostPages = 2_000

export const anchorOfPage = (id: string): string => `page-${id}`

/**
 * What an order names. Hidden pages are printed when they are asked for by name.
 * @throws {DomainError} `not_found`, `validation`, or `precondition_failed` when it is too much
 */
export function chosenFrom({ tree }: Content, { page, only }: Pick<Order, 'page' | 'only'>): Chosen {
  if (page === undefined && only)
    throw invalid([{ path: ['query', 'page'], message: 'Name the page that is to be printed' }])
  const top = page === undefined ? tree.pages : [found(tree.page(page), page)]
  const pages = only ? top.filter(isDocument) : top.flatMap((node) => documentsFrom(node, page))
  if (pages.length > mostPages)
    throw new DomainError(
      'precondition_failed',
      `That is ${pages.length} pages, and at most ${mostPages} can be printed at once. Choose a page to begin with`,
    )
  return { pages, contents: pages.length > 1 ? top.flatMap((node) => entriesFrom(node, page)) : [] }
}

function found(node: PageNode | undefined, id: string): PageNode {
  if (node === undefined || node.entry.type === 'link') throw notFound('page', id)
  return node
}

const isDocument = ({ entry }: PageNode): boolean => entry.type === 'document'

const isLeftOut = ({ entry }: PageNode, named: string | undefined): boolean =>
  entry.hidden === true && entry.id !== named

function documentsFrom(node: PageNode, named: string | undefined): PageNode[] {
  if (isLeftOut(node, named)) return []
  const below = node.pages.flatMap((page) => documentsFrom(page, named))
  return isDocument(node) ? [node, ...below] : below
}

function entriesFrom(node: PageNode, named: string | undefined): PrintEntry[] {
  const { entry, pages } = node
  if (isLeftOut(node, named) || entry.type === 'link') return []
  const children = pages.flatMap((page) => entriesFrom(page, named))
  const anchor = isDocument(node) ? anchorOfPage(entry.id) : undefined
  return [{ title: entry.title, anchor, children }]
}
