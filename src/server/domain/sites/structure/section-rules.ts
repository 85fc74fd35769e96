import type { z } from 'zod'
import { parseCondition, syntaxErrorOf } from '#contract/shared/condition.ts'
import type { siteSections } from '#contract/site-sections.ts'
import { DomainError, invalid } from '../../../errors.ts'
import { orderKeyAfter } from '../../../order.ts'
import { freePath } from './paths.ts'
import { itemOf, type MoveTarget, resolvePosition } from './positions.ts'
import { sortedByOrderKey, withSection } from './row-updates.ts'
import { type SectionRow, type Structure, siteSpacesIn, topLevelItems } from './structure.ts'

/** A space that the caller may show on a site. */
export type ShowableSpace = { readonly id: string; readonly title: string }

/** Ids for rows that a change may add: the item itself, a new section's site space, and the site's first section. */
export type NewIds = { readonly item: string; readonly siteSpace: string; readonly first: string }

type NewSection = {
  readonly space: ShowableSpace
  readonly title?: string | null | undefined
  readonly icon?: string | null | undefined
  readonly sectionGroup?: string | null | undefined
  readonly position?: MoveTarget['position']
}

/**
 * Adds a section with one space, at the end of the top level unless a group or a position is set. The first section
 * of a site comes with another one for the spaces that the site shows already.
 */
export function addSection(
  before: Structure,
  { space, title: preferredTitle, icon, sectionGroup, position }: NewSection,
  ids: NewIds,
): Structure {
  const structure = withFirstSection(before, ids.first)
  const title = sectionTitle(preferredTitle, space.title, structure.site.title)
  const atEnd: SectionRow = {
    ...sectionAtEnd(structure, ids.item),
    title,
    path: freePath(structure.sections, title),
    icon: icon ?? null,
    defaultSiteSpaceId: ids.siteSpace,
  }
  const target = { parent: sectionGroup, position, follow: true }
  const { parentId: groupId, orderKey } = resolvePosition(structure, atEnd, target)
  const siteSpace = {
    kind: 'site-space' as const,
    id: ids.siteSpace,
    sectionId: ids.item,
    spaceId: space.id,
    orderKey: orderKeyAfter(null),
    title: space.title,
    path: freePath([], space.title),
    condition: null,
    version: 1,
  }
  return {
    ...structure,
    sections: sortedByOrderKey([...structure.sections, { ...atEnd, groupId, orderKey }]),
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

/** Removes a section with its site spaces; the spaces themselves stay in the library. */
export const withoutSection = (structure: Structure, id: string): Structure => ({
  ...structure,
  sections: structure.sections.filter((section) => section.id !== id),
  siteSpaces: structure.siteSpaces.filter(({ sectionId }) => sectionId !== id),
})

/** As in the contract. */
const MIN_TITLE_LENGTH = 2

/** The first candidate that is long enough for a section's title. */
function sectionTitle(...candidates: readonly (string | null | undefined)[]): string {
  const title = candidates.find(
    (candidate) => candidate != null && candidate.trim().length >= MIN_TITLE_LENGTH,
  )
  return title ?? 'Untitled'
}

/** The section for the spaces that the site shows without sections; null if there are none, or sections already. */
function firstSection({ site, sections, siteSpaces }: Structure) {
  const defaultSiteSpace = siteSpaces.find(({ id }) => id === site.defaultSiteSpaceId)
  if (sections.length > 0 || defaultSiteSpace === undefined) return null
  const title = sectionTitle(defaultSiteSpace.title, site.title)
  return { title, path: freePath(sections, title), defaultSiteSpaceId: defaultSiteSpace.id }
}

/**
 * Paths are unique in the whole site, because a group is not part of the address.
 *
 * @throws {DomainError} `conflict` when another section has the path.
 */
export function expectSectionPathFree({ sections }: Structure, section: SectionRow, path: string): void {
  const holder = sections.find((other) => other.id !== section.id && other.path === path)
  if (holder === undefined) return
  const message = `The section “${holder.title}” already has the path “${path}”`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'path'], message }] })
}

/** @throws {DomainError} `not_found` when the site space is not in the section. */
function expectSiteSpaceInSection(structure: Structure, section: SectionRow, siteSpaceId: string): void {
  if (siteSpacesIn(structure, section.id).some(({ id }) => id === siteSpaceId)) return
  throw new DomainError('not_found', `There is no site space ${siteSpaceId} in “${section.title}”`)
}

/** @throws {DomainError} `invalid_state` when it is the site's last section. */
function expectNotLastSection({ sections, site }: Structure, section: SectionRow): void {
  if (sections.length > 1) return
  throw new DomainError(
    'invalid_state',
    `“${section.title}” is the last section of “${site.title}”, so it can’t be deleted`,
  )
}

/** @throws {DomainError} `validation` with the character where a condition cannot be parsed. */
export function expectValidCondition(text: string): void {
  const error = syntaxErrorOf(text, parseCondition)
  if (error !== undefined) throw invalid([{ path: ['body', 'condition'], message: error.located }])
}
