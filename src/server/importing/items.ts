import type { StoredItem } from '../db/tables/imports.ts'
import type { ReadyPlan } from './add-to-space.ts'
import type { PlannedPage } from './plan.ts'

/** How many broken links of a page are listed individually. */
const MAX_LINKS = 20

/** The result for every item of a source, in the order of the pages: the items of the report. */
export function itemsOf({ pages, files, reusables, sources, findings }: ReadyPlan): StoredItem[] {
  const warnings = warningsOf(findings)
  return [
    ...everyPage(pages).map(({ id, source, title }) => ({
      ...NO_RESULT,
      source,
      outcome: 'page' as const,
      pageId: id,
      title,
      warnings: (source === null ? undefined : warnings.get(source)) ?? [],
    })),
    ...files.map(({ id = null, name }) => {
      const source = (id === null ? undefined : sources.get(id)) ?? name
      return {
        ...NO_RESULT,
        source,
        outcome: 'file' as const,
        fileId: id,
        title: name,
        warnings: warnings.get(source) ?? [],
      }
    }),
    ...reusables.map(({ source, title }) => ({
      ...NO_RESULT,
      source,
      outcome: 'read' as const,
      title,
      warnings: warnings.get(source) ?? [],
    })),
    ...findings.configFiles.map((source) => ({
      ...NO_RESULT,
      source,
      outcome: 'read' as const,
      warnings: warnings.get(source) ?? [],
    })),
    ...findings.skipped.map(({ path, reason }) => ({
      ...NO_RESULT,
      source: path,
      outcome: 'left-out' as const,
      reason,
    })),
  ]
}

const NO_RESULT: Omit<StoredItem, 'outcome' | 'source'> = {
  reason: null,
  pageId: null,
  fileId: null,
  title: null,
  warnings: [],
}

function warningsOf({ warnings: notes, linksBroken }: ReadyPlan['findings']): ReadonlyMap<string, string[]> {
  const warnings = new Map<string, string[]>()
  const warningsFor = (source: string): string[] => {
    const known = warnings.get(source) ?? []
    warnings.set(source, known)
    return known
  }
  for (const { path, text } of notes) warningsFor(path).push(text)
  const links = Map.groupBy(linksBroken, ({ page }) => page)
  for (const [page, broken] of links) {
    const messages = broken.slice(0, MAX_LINKS).map(({ url }) => `The link ${url} is broken`)
    const more = broken.length - messages.length
    warningsFor(page).push(...messages, ...(more > 0 ? [`${more} more links are broken`] : []))
  }
  return warnings
}

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])
