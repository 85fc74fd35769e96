import { generateKeyBetween } from 'fractional-indexing'
import type { MissingItem } from '#contract/site-history.ts'
import { type Ordered, orderKeyAfter } from '#server/order.ts'
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

type Bringing = { readonly then: Structure; readonly mayShow: SpaceAvailability }

/**
 * The structure of now with some parts that an earlier one had: with their ids and what was written about them, where
 * they stood as far as that is there. Nothing else changes, but that a group takes the sections in again that its
 * going left at the top, and a default comes back unless another was chosen since.
 */
export function withRestored(
  now: Structure,
  then: Structure,
  ids: ReadonlySet<string>,
  mayShow: SpaceAvailability,
): Restored {
  const wanted = (row: { readonly id: string }) => ids.has(row.id) && itemById(now, row.id) === undefined
  const [groups, sections] = [then.groups.filter(wanted), then.sections.filter(wanted)]
  const coming = new Set(sections.map(({ id }) => id))
  const loose = then.siteSpaces.filter((one) => wanted(one) && !coming.has(one.sectionId ?? ''))
  const given = { then, mayShow }
  let so: Restored = { structure: now, missing: [] }
  for (const group of groups) so = { ...so, structure: withGroupBack(so.structure, then, group) }
  for (const section of sections) so = withSectionBack(so, given, section)
  for (const siteSpace of loose) so = withSpaceBack(so, given, siteSpace)
  const structure = withValidDefaults(now, withDefaultsBack(so.structure, now, then))
  return { ...so, structure: so.structure === now ? now : structure }
}

/** The key that something had, or the next free one behind it where that is taken now. */
function keyAmong(siblings: readonly Ordered[], key: string): string {
  const at = siblings.findIndex(({ orderKey }) => orderKey === key)
  return at < 0 ? key : generateKeyBetween(key, siblings[at + 1]?.orderKey ?? null)
}

const again = <T extends { readonly version: number }>(row: T, change: Partial<T>): T => ({
  ...row,
  ...change,
  version: row.version + 1,
})

function withGroupBack(now: Structure, then: Structure, group: GroupRow): Structure {
  const orderKey = keyAmong(siblingsIn(now, group.kind, null), group.orderKey)
  const groups = sortedByOrderKey([...now.groups, again(group, { orderKey })])
  const left = sectionsIn(then, group.id).filter(({ id }) => sectionOf(now, id)?.groupId === null)
  return left.reduce<Structure>(
    (so, { id, orderKey: key }) => withSection(so, id, { groupId: group.id, orderKey: key }),
    { ...now, groups },
  )
}

const missing = (so: Restored, { kind, id, title }: Item, reason: MissingItem['reason']): Restored => ({
  ...so,
  missing: [...so.missing, { type: kind, id, title, reason }],
})

type Item = SectionRow | SiteSpaceRow

function withSectionBack(so: Restored, { then, mayShow }: Bringing, section: SectionRow): Restored {
  const { structure: now } = so
  if (now.sections.length === 0 && now.siteSpaces.length > 0) return missing(so, section, 'place')
  if (now.sections.some(({ path }) => path === section.path)) return missing(so, section, 'taken')
  const stood = siteSpacesIn(then, section.id)
  const shown = stood.filter(({ spaceId }) => typeof mayShow(spaceId) === 'object')
  if (shown.length === 0) return missing(so, section, 'empty')
  const group = now.groups.find(({ id }) => id === section.groupId)
  const siblings = siblingsIn(now, section.kind, group?.id ?? null)
  const isWhereItStood = group !== undefined || section.groupId === null
  const row = again(section, {
    groupId: group?.id ?? null,
    orderKey: isWhereItStood
      ? keyAmong(siblings, section.orderKey)
      : orderKeyAfter(siblings.at(-1)?.orderKey ?? null),
  })
  const structure = {
    ...now,
    sections: sortedByOrderKey([...now.sections, row]),
    siteSpaces: sortedByOrderKey([
      ...now.siteSpaces,
      ...shown.map((one) => again(one, titleOf(one, mayShow))),
    ]),
  }
  return stood.reduce<Restored>(
    (done, one) => {
      const why = mayShow(one.spaceId)
      return typeof why === 'object' ? done : missing(done, one, why)
    },
    { ...so, structure },
  )
}

function titleOf({ spaceId, title }: SiteSpaceRow, mayShow: SpaceAvailability) {
  const shown = mayShow(spaceId)
  return { title: typeof shown === 'object' ? shown.title : title }
}

function withSpaceBack(so: Restored, { mayShow }: Bringing, siteSpace: SiteSpaceRow): Restored {
  const { structure: now } = so
  const { sectionId, spaceId, path, orderKey } = siteSpace
  const why = mayShow(spaceId)
  if (typeof why !== 'object') return missing(so, siteSpace, why)
  const isThere = sectionId === null ? now.sections.length === 0 : sectionOf(now, sectionId) !== undefined
  if (!isThere) return missing(so, siteSpace, 'place')
  const siblings = siteSpacesIn(now, sectionId)
  if (siblings.some((one) => one.spaceId === spaceId || one.path === path))
    return missing(so, siteSpace, 'taken')
  const row = again(siteSpace, { title: why.title, orderKey: keyAmong(siblings, orderKey) })
  return { ...so, structure: { ...now, siteSpaces: sortedByOrderKey([...now.siteSpaces, row]) } }
}

/** With the defaults of then that went with what came back, unless others were chosen than those that moved up. */
function withDefaultsBack(so: Structure, now: Structure, then: Structure): Structure {
  const left = withValidDefaults(then, {
    ...then,
    sections: then.sections.filter(({ id }) => sectionOf(now, id) !== undefined),
    siteSpaces: then.siteSpaces.filter(({ id }) => itemById(now, id) !== undefined),
  })
  const back = (was: string | null, moved: string | null | undefined, is: string | null) =>
    was !== null && is === moved && itemById(now, was) === undefined && itemById(so, was) !== undefined
      ? was
      : is
  const site = withSite(so, {
    defaultSectionId: back(then.site.defaultSectionId, left.site.defaultSectionId, so.site.defaultSectionId),
    defaultSiteSpaceId: back(
      then.site.defaultSiteSpaceId,
      left.site.defaultSiteSpaceId,
      so.site.defaultSiteSpaceId,
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
