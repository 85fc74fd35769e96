import { generateKeyBetween } from 'fractional-indexing'
import type { MissingItem } from '#contract/site-history.ts'
import { type Ordered, orderKeyAfter } from '../../order.ts'
import { withValidDefaults } from '../sites/structure/defaults.ts'
import { itemById, siblingsIn } from '../sites/structure/positions.ts'
import { sortedByOrderKey, withSection, withSite } from '../sites/structure/row-updates.ts'
import {
  type GroupRow,
  type SectionRow,
  type SiteSpaceRow,
  type Structure,
  sectionOf,
  sectionsIn,
  siteSpacesIn,
} from '../sites/structure/structure.ts'
import type { Restored, SpaceAvailability } from './restore-rules.ts'

type RestoreContext = { readonly then: Structure; readonly availability: SpaceAvailability }

/**
 * Adds items of an earlier structure to the current one, with their ids and settings and at their former positions as
 * far as possible. Nothing else changes, except that a restored group takes back sections that moved to the top level
 * when it was deleted, and a former default is restored unless another one was chosen since.
 */
export function withRestored(
  now: Structure,
  then: Structure,
  ids: ReadonlySet<string>,
  availability: SpaceAvailability,
): Restored {
  const isRemoved = (row: { readonly id: string }) => ids.has(row.id) && itemById(now, row.id) === undefined
  const [groups, sections] = [then.groups.filter(isRemoved), then.sections.filter(isRemoved)]
  const restoredSections = new Set(sections.map(({ id }) => id))
  const siteSpaces = then.siteSpaces.filter(
    (one) => isRemoved(one) && !restoredSections.has(one.sectionId ?? ''),
  )
  const context = { then, availability }
  let result: Restored = { structure: now, missing: [] }
  for (const group of groups)
    result = { ...result, structure: withGroupRestored(result.structure, then, group) }
  for (const section of sections) result = withSectionRestored(result, context, section)
  for (const siteSpace of siteSpaces) result = withSiteSpaceRestored(result, context, siteSpace)
  const structure = withValidDefaults(now, withDefaultsRestored(result.structure, now, then))
  return { ...result, structure: result.structure === now ? now : structure }
}

/** The former key, or one directly after it if it is taken. */
function keyAmong(siblings: readonly Ordered[], key: string): string {
  const at = siblings.findIndex(({ orderKey }) => orderKey === key)
  return at < 0 ? key : generateKeyBetween(key, siblings[at + 1]?.orderKey ?? null)
}

const withNextVersion = <T extends { readonly version: number }>(row: T, change: Partial<T>): T => ({
  ...row,
  ...change,
  version: row.version + 1,
})

function withGroupRestored(now: Structure, then: Structure, group: GroupRow): Structure {
  const orderKey = keyAmong(siblingsIn(now, group.kind, null), group.orderKey)
  const groups = sortedByOrderKey([...now.groups, withNextVersion(group, { orderKey })])
  const left = sectionsIn(then, group.id).filter(({ id }) => sectionOf(now, id)?.groupId === null)
  return left.reduce<Structure>(
    (result, { id, orderKey: key }) => withSection(result, id, { groupId: group.id, orderKey: key }),
    { ...now, groups },
  )
}

const missing = (result: Restored, { kind, id, title }: Item, reason: MissingItem['reason']): Restored => ({
  ...result,
  missing: [...result.missing, { type: kind, id, title, reason }],
})

type Item = SectionRow | SiteSpaceRow

function withSectionRestored(
  result: Restored,
  { then, availability }: RestoreContext,
  section: SectionRow,
): Restored {
  const { structure: now } = result
  if (now.sections.length === 0 && now.siteSpaces.length > 0) return missing(result, section, 'place')
  if (now.sections.some(({ path }) => path === section.path)) return missing(result, section, 'taken')
  const formerSpaces = siteSpacesIn(then, section.id)
  const shown = formerSpaces.filter(({ spaceId }) => typeof availability(spaceId) === 'object')
  if (shown.length === 0) return missing(result, section, 'empty')
  const group = now.groups.find(({ id }) => id === section.groupId)
  const siblings = siblingsIn(now, section.kind, group?.id ?? null)
  const keepsParent = group !== undefined || section.groupId === null
  const row = withNextVersion(section, {
    groupId: group?.id ?? null,
    orderKey: keepsParent
      ? keyAmong(siblings, section.orderKey)
      : orderKeyAfter(siblings.at(-1)?.orderKey ?? null),
  })
  const structure = {
    ...now,
    sections: sortedByOrderKey([...now.sections, row]),
    siteSpaces: sortedByOrderKey([
      ...now.siteSpaces,
      ...shown.map((one) => withNextVersion(one, titleOf(one, availability))),
    ]),
  }
  return formerSpaces.reduce<Restored>(
    (done, one) => {
      const space = availability(one.spaceId)
      return typeof space === 'object' ? done : missing(done, one, space)
    },
    { ...result, structure },
  )
}

function titleOf({ spaceId, title }: SiteSpaceRow, availability: SpaceAvailability) {
  const shown = availability(spaceId)
  return { title: typeof shown === 'object' ? shown.title : title }
}

function withSiteSpaceRestored(
  result: Restored,
  { availability }: RestoreContext,
  siteSpace: SiteSpaceRow,
): Restored {
  const { structure: now } = result
  const { sectionId, spaceId, path, orderKey } = siteSpace
  const space = availability(spaceId)
  if (typeof space !== 'object') return missing(result, siteSpace, space)
  const parentExists =
    sectionId === null ? now.sections.length === 0 : sectionOf(now, sectionId) !== undefined
  if (!parentExists) return missing(result, siteSpace, 'place')
  const siblings = siteSpacesIn(now, sectionId)
  if (siblings.some((one) => one.spaceId === spaceId || one.path === path))
    return missing(result, siteSpace, 'taken')
  const row = withNextVersion(siteSpace, { title: space.title, orderKey: keyAmong(siblings, orderKey) })
  return { ...result, structure: { ...now, siteSpaces: sortedByOrderKey([...now.siteSpaces, row]) } }
}

/** Restores the defaults of restored items, unless others were chosen since. */
function withDefaultsRestored(result: Structure, now: Structure, then: Structure): Structure {
  const left = withValidDefaults(then, {
    ...then,
    sections: then.sections.filter(({ id }) => sectionOf(now, id) !== undefined),
    siteSpaces: then.siteSpaces.filter(({ id }) => itemById(now, id) !== undefined),
  })
  const back = (was: string | null, moved: string | null | undefined, is: string | null) =>
    was !== null && is === moved && itemById(now, was) === undefined && itemById(result, was) !== undefined
      ? was
      : is
  const site = withSite(result, {
    defaultSectionId: back(
      then.site.defaultSectionId,
      left.site.defaultSectionId,
      result.site.defaultSectionId,
    ),
    defaultSiteSpaceId: back(
      then.site.defaultSiteSpaceId,
      left.site.defaultSiteSpaceId,
      result.site.defaultSiteSpaceId,
    ),
  })
  return then.sections.reduce((structure, { id, defaultSiteSpaceId }) => {
    const section = sectionOf(now, id)
    if (section === undefined) return structure
    const moved = sectionOf(left, id)?.defaultSiteSpaceId
    return withSection(structure, id, {
      defaultSiteSpaceId: back(defaultSiteSpaceId, moved, section.defaultSiteSpaceId),
    })
  }, site)
}
