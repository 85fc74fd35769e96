import { percentDecoded } from '#markup/percent-decoded.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import { MAX_PAGE_DEPTH } from '../content/page-rules.ts'
import { titleOfName } from './outline.ts'
import type { PlannedPage } from './plan.ts'

export type AddressedPage = {
  readonly id: string
  /** Path below the start page, such as `guide/set-up`; empty for the start page. */
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly text: string
  readonly source: string
}

type Branch = { name: string; page: AddressedPage | null; readonly children: Map<string, Branch> }

/**
 * Builds a tree of pages by their paths, starting with the first page. Siblings are in the order of discovery; a folder
 * without a page becomes a page without text.
 */
export function treeOfAddresses(pages: readonly AddressedPage[], newId: () => string): PlannedPage[] {
  const root: Branch = { name: '', page: null, children: new Map() }
  for (const page of pages) {
    const branch = page.path
      .split('/')
      .filter((part) => part !== '')
      // Only hostile addresses are deeper.
      .slice(0, MAX_PAGE_DEPTH)
      .reduce(childOf, root)
    branch.page ??= page
  }
  const taken = new Set<string>()
  const first = root.page === null ? [] : [planned(root, { page: root.page, children: [], taken, newId })]
  return [...first, ...below(root, taken, newId)]
}

function childOf(parent: Branch, part: string): Branch {
  const name = part.replace(/\.(?:html?|php|aspx?|jsp|md)$/i, '')
  const known = parent.children.get(name)
  if (known !== undefined) return known
  const branch: Branch = { name, page: null, children: new Map() }
  parent.children.set(name, branch)
  return branch
}

function below(branch: Branch, taken: Set<string>, newId: () => string): PlannedPage[] {
  return [...branch.children.values()].map((child) =>
    planned(child, { page: child.page, children: below(child, new Set(), newId), taken, newId }),
  )
}

type Parts = {
  readonly page: AddressedPage | null
  readonly children: readonly PlannedPage[]
  readonly taken: Set<string>
  readonly newId: () => string
}

function planned({ name }: Branch, { page, children, taken, newId }: Parts): PlannedPage {
  const decoded = percentDecoded(name)
  const slug = uniqueSlug(slugOf(decoded === '' ? (page?.title ?? '') : decoded), taken)
  taken.add(slug)
  return {
    id: page?.id ?? newId(),
    type: 'document',
    title: page?.title ?? titleOfName(decoded),
    slug,
    ...(page?.description ? { description: page.description } : {}),
    hidden: false,
    text: page?.text ?? null,
    source: page?.source ?? null,
    children,
  }
}
