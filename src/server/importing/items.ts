import type { StoredItem } from '../db/tables/imports.ts'
import type { ReadyPlan } from './add-to-space.ts'
import type { PlannedPage } from './plan.ts'

/** How many broken links of one page are told one by one. */
const LINKS_TOLD = 20

/** What became of everything of a source, in the order of the pages: the report that can be paged through. */
export function itemsOf({ pages, files, reusables, sources, found }: ReadyPlan): StoredItem[] {
  const warnings = warningsOf(found)
  return [
    ...everyPage(pages).map(({ id, source, title }) => ({
      ...nothing,
      source,
      outcome: 'page' as const,
      pageId: id,
      title,
      warnings: (source === null ? undefined : warnings.get(source)) ?? [],
    })),
    ...files.map(({ id = null, name }) => {
      const source = (id === null ? undefined : sources.get(id)) ?? name
      return {
        ...nothing,
        source,
        outcome: 'file' as const,
        fileId: id,
        title: name,
        warnings: warnings.get(source) ?? [],
      }
    }),
    ...reusables.map(({ source, title }) => ({
      ...nothing,
      source,
      outcome: 'read' as const,
      title,
      warnings: warnings.get(source) ?? [],
    })),
    ...found.guiding.map((source) => ({
      ...nothing,
      source,
      outcome: 'read' as const,
      warnings: warnings.get(source) ?? [],
    })),
    ...found.skipped.map(({ path, reason }) => ({
      ...nothing,
      source: path,
      outcome: 'left-out' as const,
      reason,
    })),
  ]
}

const nothing: Omit<StoredItem, 'outcome' | 'source'> = {
  reason: null,
  pageId: null,
  fileId: null,
  title: null,
  warnings: [],
}

function warningsOf({ noted, linksBroken }: ReadyPlan['found']): ReadonlyMap<string, string[]> {
  const warnings = new Map<string, string[]>()
  const under = (source: string): string[] => {
    const known = warnings.get(source) ?? []
    warnings.set(source, known)
    return known
  }
  for (const { path, text } of noted) under(path).push(text)
  const links = Map.groupBy(linksBroken, ({ page }) => page)
  for (const [page, broken] of links) {
    const told = broken.slice(0, LINKS_TOLD).map(({ url }) => `The link ${url} leads nowhere`)
    const more = broken.length - told.length
    under(page).push(...told, ...(more > 0 ? [`${more} more links lead nowhere`] : []))
  }
  return warnings
}

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])
