import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { nodesOf, type StructureNode } from './structure-nodes.ts'

const flags = { view: true, access: true, admin: true, viewInviteLinks: true, edit: true }
const permissions = { ...flags, triggerGitSync: true, comment: true, merge: true, review: true }

/** A site space whose id, title and path are one word. */
export const aSpace = (name: string, more: Partial<SiteSpace> = {}): SiteSpace => ({
  object: 'site-space',
  id: name,
  path: name,
  title: name,
  default: false,
  urls: { location: '' },
  version: 1,
  space: {
    object: 'space',
    id: `space-${name}`,
    title: name,
    emoji: '',
    visibility: 'public',
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    permissions,
  } as SiteSpace['space'],
  ...more,
})

/** A section whose first space is its default. */
export const aSection = (
  name: string,
  spaces: readonly string[],
  more: Partial<SiteSection> = {},
): SiteSection => ({
  object: 'site-section',
  id: name,
  title: name,
  path: name,
  default: false,
  siteSpaces: spaces.map((one, at) => aSpace(one, { default: at === 0, section: name })),
  urls: { location: '' },
  version: 1,
  ...more,
})

export const aGroup = (name: string, sections: SiteSection[]): SiteSectionGroup => ({
  object: 'site-section-group',
  id: name,
  title: name,
  sections: sections.map((section) => ({ ...section, sectionGroup: name })),
  urls: { location: '' },
  version: 1,
})

export const withSections = (...structure: (SiteSection | SiteSectionGroup)[]): SiteStructure => ({
  type: 'sections',
  structure,
})

/** A group with two sections, and two next to it; `one` is the default and has three spaces. */
export const sampleStructure = (): SiteStructure =>
  withSections(
    aGroup('products', [
      aSection('one', ['en', 'de', 'fr'], { default: true }),
      aSection('mini', ['mini-en']),
    ]),
    aSection('api', ['v3', 'v4']),
    aSection('notes', ['notes-en']),
  )

/** Each node with its parent: `['products', 'one in products', 'en in one']`. */
export const outlineOf = (structure: SiteStructure | null): string[] | null =>
  structure &&
  nodesOf(structure).map(({ node, parentId }) => (parentId === null ? node.id : `${node.id} in ${parentId}`))

export const defaultsOf = (structure: SiteStructure | null): string[] =>
  structure === null ? [] : nodesOf(structure).flatMap(({ node }) => (isDefault(node) ? [node.id] : []))

const isDefault = (node: StructureNode): boolean =>
  node.object !== 'site-section-group' && node.default === true
