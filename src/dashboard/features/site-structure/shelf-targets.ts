import type { SiteStructure } from '#contract/site-structure.ts'
import { insideOf, titleOf, topOf } from './parts.ts'

/** Where the choice can go without being dragged: the end, each group, and each section. */
export function targetsIn(structure: SiteStructure, siteTitle: string) {
  const end = { value: '', label: `The end of ${siteTitle}` }
  if (structure.type === 'siteSpaces') return [end]
  const inside = topOf(structure).flatMap((part) => [
    { value: part.id, label: titleOf(part) },
    ...(part.object === 'site-section-group'
      ? insideOf(part).map((one) => ({ value: one.id, label: `${titleOf(part)} / ${titleOf(one)}` }))
      : []),
  ])
  return [end, ...inside]
}
