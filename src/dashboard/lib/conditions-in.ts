import type { SiteStructure } from '#contract/site-structure.ts'

/** A part of a site with what decides who sees it: its own condition and those around it. */
export type Conditioned = {
  readonly id: string
  readonly title: string
  readonly condition: string | undefined
  readonly conditions: readonly string[]
  readonly isDefault: boolean
  /** Stands within the section above it. */
  readonly isInner: boolean
}

type Shown = {
  readonly id: string
  readonly title: string
  readonly condition?: string | undefined
  readonly default?: boolean | undefined
}

const partOf = (one: Shown, around: string | undefined, isInner: boolean): Conditioned => ({
  id: one.id,
  title: one.title,
  condition: one.condition,
  conditions: [around, one.condition].filter((condition) => condition !== undefined),
  isDefault: one.default === true,
  isInner,
})

/** The sections and spaces of a site in their order; the space of a section that has only one goes with it. */
export function conditionsIn(structure: SiteStructure): Conditioned[] {
  if (structure.type === 'siteSpaces') return structure.structure.map((one) => partOf(one, undefined, false))
  const sections = structure.structure.flatMap((part) =>
    part.object === 'site-section' ? [part] : part.sections,
  )
  return sections.flatMap((section) => {
    const inner = section.siteSpaces.length > 1 || section.siteSpaces.some(({ condition }) => condition)
    return [
      partOf(section, undefined, false),
      ...(inner ? section.siteSpaces.map((one) => partOf(one, section.condition, true)) : []),
    ]
  })
}
