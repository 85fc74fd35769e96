import type { z } from 'zod'
import { ConditionError, parseCondition } from '#contract/shared/condition.ts'
import type { siteSections } from '#contract/site-sections.ts'
import { DomainError, invalid } from '#server/errors.ts'
import { orderKeyAfter } from '#server/order.ts'
import { freePath } from './paths.ts'
import { itemOf } from './positions.ts'
import { withSection } from './row-updates.ts'
import { type SectionRow, type Structure, siteSpacesIn, topLevelItems } from './structure.ts'

/** What a site is to show: a space with its title. */
export type ShowableSpace = { readonly id: string; readonly title: string }

/** The ids of what an act makes: the item itself, the site space in it, and the first section of a site. */
export type NewIds = { readonly item: string; readonly siteSpace: string; readonly first: string }

type NewSection = {
  readonly space: ShowableSpace
  readonly title?: string | null | undefined
  readonly icon?: string | null | undefined
}

/** A site with one more section behind all others; the first one takes in the spaces that the site shows. */
export function addSection(
  before: Structure,
  { space, title: wished, icon }: NewSection,
  made: NewIds,
): Structure {
  const structure = withFirstSection(before, made.first)
  const title = sectionTitle(wished, space.title, structure.site.title)
  const path = freePath(structure.sections, title)
  const added = { ...sectionAtEnd(structure, made.item), title, path, icon: icon ?? null }
  const siteSpace = {
    kind: 'site-space' as const,
    id: made.siteSpace,
    sectionId: made.item,
    spaceId: space.id,
    orderKey: orderKeyAfter(null),
    title: space.title,
    path: freePath([], space.title),
    condition: null,
    version: 1,
  }
  return {
    ...structure,
    sections: [...structure.sections, { ...added, defaultSiteSpaceId: made.siteSpace }],
    siteSpaces: [...structure.siteSpaces, siteSpace],
  }
}

function withFirstSection(before: Structure, id: string): Structure {
  const first = firstSection(before)
  if (first === null) return before
  const siteSpaces = before.siteSpaces.map((one) => ({ ...one, sectionId: id, version: one.version + 1 }))
  return { ...before, sections: [{ ...sectionAtEnd(before, id), ...first }], siteSpaces }
}

const sectionAtEnd = (structure: Structure, id: string) => ({
  kind: 'site-section' as const,
  id,
  groupId: null,
  orderKey: orderKeyAfter(topLevelItems(structure).at(-1)?.orderKey ?? null),
  description: null,
  icon: null,
  condition: null,
  version: 1,
})

type SectionChange = z.output<typeof siteSections.update.body>

export function changeSection(structure: Structure, id: string, change: SectionChange): Structure {
  if (change.condition != null) expectValidCondition(change.condition)
  const section = itemOf(structure, 'site-section', id)
  if (change.path !== undefined) expectSectionPathFree(structure, section, change.path)
  if (change.defaultSiteSpace !== undefined)
    expectSiteSpaceInSection(structure, section, change.defaultSiteSpace)
  return withSection(structure, id, rowOf(change))
}

const rowOf = ({
  title,
  path,
  defaultSiteSpace,
  condition,
  icon,
  description,
}: SectionChange): Partial<SectionRow> => ({
  ...(title === undefined ? {} : { title }),
  ...(path === undefined ? {} : { path }),
  ...(defaultSiteSpace === undefined ? {} : { defaultSiteSpaceId: defaultSiteSpace }),
  ...(condition === undefined ? {} : { condition }),
  ...(icon === undefined ? {} : { icon }),
  ...(description === undefined ? {} : { description: description === '' ? null : description }),
})

export function deleteSection(structure: Structure, id: string): Structure {
  expectNotLastSection(structure, itemOf(structure, 'site-section', id))
  return withoutSection(structure, id)
}

/** A site without a section and the spaces it shows there; the spaces themselves stay in the library. */
export const withoutSection = (structure: Structure, id: string): Structure => ({
  ...structure,
  sections: structure.sections.filter((section) => section.id !== id),
  siteSpaces: structure.siteSpaces.filter(({ sectionId }) => sectionId !== id),
})

/** The shortest title a section may have. */
const MIN_TITLE_LENGTH = 2

/** The title of a new section: as given, else that of its space, else that of the site, whichever is long enough. */
function sectionTitle(...wished: readonly (string | null | undefined)[]): string {
  const title = wished.find((one) => one != null && one.trim().length >= MIN_TITLE_LENGTH)
  return title ?? 'Untitled'
}

/**
 * What the first section of a site is like, which takes in the spaces shown so far; null when there are sections
 * already, or nothing to take in.
 */
function firstSection({ site, sections, siteSpaces }: Structure) {
  const opening = siteSpaces.find(({ id }) => id === site.defaultSiteSpaceId)
  if (sections.length > 0 || opening === undefined) return null
  const title = sectionTitle(opening.title, site.title)
  return { title, path: freePath(sections, title), defaultSiteSpaceId: opening.id }
}

/**
 * Paths are unique over the whole site, because a group has no part in the address.
 *
 * @throws {DomainError} `conflict` when another section has the path.
 */
export function expectSectionPathFree({ sections }: Structure, section: SectionRow, path: string): void {
  const holder = sections.find((other) => other.id !== section.id && other.path === path)
  if (holder === undefined) return
  const message = `The section “${holder.title}” has the path “${path}” already`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'path'], message }] })
}

/** @throws {DomainError} `not_found` when the site space does not stand in the section. */
function expectSiteSpaceInSection(structure: Structure, section: SectionRow, siteSpaceId: string): void {
  if (siteSpacesIn(structure, section.id).some(({ id }) => id === siteSpaceId)) return
  throw new DomainError('not_found', `There is no site space ${siteSpaceId} in “${section.title}”`)
}

/** @throws {DomainError} `invalid_state` when it is the site's last section. */
function expectNotLastSection({ sections, site }: Structure, section: SectionRow): void {
  if (sections.length > 1) return
  throw new DomainError(
    'invalid_state',
    `“${section.title}” is the last section of “${site.title}” and stays`,
  )
}

/** @throws {DomainError} `validation` with the place of the fault, when a condition cannot be understood. */
export function expectValidCondition(text: string): void {
  try {
    parseCondition(text)
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    const message = `Character ${error.at + 1}: ${error.message}`
    throw invalid([{ path: ['body', 'condition'], message }])
  }
}
