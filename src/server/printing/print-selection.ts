import type { PrintEntry } from '#published/render-print.ts'
import type { Content } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import type { Order } from './tickets.ts'

/** The pages to print in reading order, and the table of contents before them. */
export type PrintSelection = { readonly pages: readonly PageNode[]; readonly contents: readonly PrintEntry[] }

/** More pages would block others for too long. */
const MAX_PAGES = 2_000

export const anchorOfPage = (id: string): string => `page-${id}`

/**
 * The pages of an order. A hidden page is printed only if the order names it.
 * @throws {DomainError} `not_found`, `validation`, or `precondition_failed` if there are too many pages
 */
export function printSelection(
  { tree }: Content,
  { page, only }: Pick<Order, 'page' | 'only'>,
): PrintSelection {
  if (page === undefined && only)
    throw invalid([{ path: ['query', 'page'], message: 'Select the page to print' }])
  const top = page === undefined ? tree.pages : [expectPage(tree.page(page), page)]
  const pages = only ? top.filter(isDocument) : top.flatMap((node) => documentsFrom(node, page))
  if (pages.length > MAX_PAGES)
    throw new DomainError(
      'precondition_failed',
      `These are ${pages.length} pages, and a PDF can have ${MAX_PAGES}. Choose a page to start from`,
    )
  return { pages, contents: pages.length > 1 ? top.flatMap((node) => entriesFrom(node, page)) : [] }
}

function expectPage(node: PageNode | undefined, id: string): PageNode {
  if (node === undefined || node.entry.type === 'link') throw notFound('page', id)
  return node
}

const isDocument = ({ entry }: PageNode): boolean => entry.type === 'document'

const isHiddenUnlessNamed = ({ entry }: PageNode, named: string | undefined): boolean =>
  entry.hidden === true && entry.id !== named

function documentsFrom(node: PageNode, named: string | undefined): PageNode[] {
  if (isHiddenUnlessNamed(node, named)) return []
  const below = node.pages.flatMap((page) => documentsFrom(page, named))
  return isDocument(node) ? [node, ...below] : below
}

function entriesFrom(node: PageNode, named: string | undefined): PrintEntry[] {
  const { entry, pages } = node
  if (isHiddenUnlessNamed(node, named) || entry.type === 'link') return []
  const children = pages.flatMap((page) => entriesFrom(page, named))
  const anchor = isDocument(node) ? anchorOfPage(entry.id) : undefined
  return [{ title: entry.title, anchor, children }]
}
