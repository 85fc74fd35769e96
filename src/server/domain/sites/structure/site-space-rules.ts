import { DomainError } from '../../../errors.ts'
import { orderKeyAfter } from '../../../order.ts'
import { freePath } from './paths.ts'
import { expectNoDuplicate, expectNotLast, itemOf, type MoveTarget, resolvePosition } from './positions.ts'
import { sortedByOrderKey, withSiteSpace } from './row-updates.ts'
import { expectValidCondition, type ShowableSpace, withoutSection } from './section-rules.ts'
import { type SiteSpaceRow, type Structure, siteSpacesIn } from './structure.ts'

type NewSiteSpace = {
  readonly space: ShowableSpace
  readonly sectionId?: string | undefined
  readonly position?: MoveTarget['position']
}

/**
 * Shows a space in a section (the default one unless set), or at the top level of a site without sections; at the end
 * unless a position is set.
 */
export function addSiteSpace(
  structure: Structure,
  { space, sectionId: target, position }: NewSiteSpace,
  id: string,
): Structure {
  const sectionId = target ?? structure.site.defaultSectionId
  if (sectionId !== null) itemOf(structure, 'site-section', sectionId)
  const siblings = siteSpacesIn(structure, sectionId)
  const path = freePath(siblings, space.title)
  expectNoDuplicate(structure, sectionId, { spaceId: space.id, path, title: space.title })
  const atEnd: SiteSpaceRow = {
    kind: 'site-space',
    id,
    sectionId,
    spaceId: space.id,
    orderKey: orderKeyAfter(siblings.at(-1)?.orderKey ?? null),
    title: space.title,
    path,
    condition: null,
    version: 1,
  }
  const { orderKey } = resolvePosition(structure, atEnd, { position })
  return { ...structure, siteSpaces: sortedByOrderKey([...structure.siteSpaces, { ...atEnd, orderKey }]) }
}

type SiteSpaceChange = { readonly path?: string | undefined; readonly condition?: string | null | undefined }

export function changeSiteSpace(
  structure: Structure,
  id: string,
  { path, condition }: SiteSpaceChange,
): Structure {
  if (condition != null) expectValidCondition(condition)
  const siteSpace = itemOf(structure, 'site-space', id)
  if (path !== undefined) expectSiteSpacePathFree(structure, siteSpace, path)
  return withSiteSpace(structure, id, {
    ...(path === undefined ? {} : { path }),
    ...(condition === undefined ? {} : { condition }),
  })
}

export function removeSiteSpace(structure: Structure, id: string): Structure {
  expectNotLast(structure, itemOf(structure, 'site-space', id))
  return { ...structure, siteSpaces: structure.siteSpaces.filter((one) => one.id !== id) }
}

/** Removes spaces from every section; a section that loses all its spaces is removed as well. */
export function withoutSpaces(structure: Structure, spaceIds: ReadonlySet<string>): Structure {
  const siteSpaces = structure.siteSpaces.filter(({ spaceId }) => !spaceIds.has(spaceId))
  const remaining: Structure = { ...structure, siteSpaces }
  const emptied = structure.sections.filter(
    ({ id }) => siteSpacesIn(structure, id).length > 0 && siteSpacesIn(remaining, id).length === 0,
  )
  return emptied.reduce((result, { id }) => withoutSection(result, id), remaining)
}

/** @throws {DomainError} `conflict` when another space in the same section has the path. */
function expectSiteSpacePathFree(structure: Structure, siteSpace: SiteSpaceRow, path: string): void {
  const siblings = siteSpacesIn(structure, siteSpace.sectionId)
  const holder = siblings.find((other) => other.id !== siteSpace.id && other.path === path)
  if (holder === undefined) return
  const message = `“${holder.title}” already has the path “${path}”`
  throw new DomainError('conflict', message, { issues: [{ path: ['body', 'path'], message }] })
}
