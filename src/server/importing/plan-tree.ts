import { slugOf, uniqueSlug } from '#markup/slug.ts'
import type { GatheredPage } from './gathering.ts'
import { isFolderPage, type OutlineEntry, pagePattern, titleOfName, withoutNumber } from './outline.ts'
import type { PlannedPage } from './plan.ts'

type Parts = {
  readonly entries: readonly OutlineEntry[]
  readonly pages: ReadonlyMap<string, GatheredPage>
  /** Pages without a place in the order; they come last, hidden. */
  readonly hidden: readonly GatheredPage[]
  readonly newId: () => string
}

/** Puts the pages read into the places of the outline, each with a slug that is its own among its siblings. */
export function treeOf({ entries, pages, hidden, newId }: Parts): PlannedPage[] {
  const taken = new Set<string>()
  const listed = entries.map((entry) => placed(entry, taken))
  return [...listed, ...hidden.map((page) => ({ ...pageFrom(page, taken, []), hidden: true }))]

  function placed(entry: OutlineEntry, siblings: Set<string>): PlannedPage {
    const below = new Set<string>()
    const children = entry.children.map((child) => placed(child, below))
    const page = entry.path === null ? undefined : pages.get(entry.path)
    if (page !== undefined) return pageFrom(page, siblings, children)
    return pageWithoutText(entry, newId(), siblings, children)
  }
}

function pageFrom(page: GatheredPage, taken: Set<string>, children: readonly PlannedPage[]): PlannedPage {
  const { path, id, title, slug, text, hidden, description, icon, emoji } = page
  return {
    id,
    type: 'document',
    title,
    slug: free(slug ?? slugOfFile(path) ?? slugOf(title), taken),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(emoji === undefined ? {} : { emoji }),
    hidden,
    text,
    source: path,
    children,
  }
}

function pageWithoutText(
  { kind, title, path, target }: OutlineEntry,
  id: string,
  taken: Set<string>,
  children: readonly PlannedPage[],
): PlannedPage {
  const name = title ?? titleOfName(path?.split('/').at(-1) ?? 'Untitled')
  return {
    id,
    type: kind === 'page' ? 'document' : kind,
    title: name,
    slug: free(slugOf(name), taken),
    hidden: false,
    ...(target === null ? {} : { target }),
    text: null,
    source: null,
    children,
  }
}

/**
 * The slug that a page gets from its file, so that old addresses need only their folders; null for the page that
 * stands for the top, which is called by its title.
 */
export function slugOfFile(path: string): string | null {
  const name = path.split('/').at(isFolderPage(path) ? -2 : -1)
  return name === undefined ? null : slugOf(withoutNumber(name.replace(pagePattern, '')))
}

function free(wanted: string, taken: Set<string>): string {
  const slug = uniqueSlug(wanted, taken)
  taken.add(slug)
  return slug
}
