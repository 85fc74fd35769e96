import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteStructure } from '#contract/site-structure.ts'

export type NamedSection = { readonly section: SiteSection; readonly name: string }

/** The sections in reading order, each named with its group: every product can have a section “Installation”. */
export const namedSections = (structure: SiteStructure): NamedSection[] =>
  structure.type === 'siteSpaces'
    ? []
    : structure.structure.flatMap((node) =>
        node.object === 'site-section'
          ? { section: node, name: node.title }
          : node.sections.map((section) => ({ section, name: `${node.title} / ${section.title}` })),
      )
