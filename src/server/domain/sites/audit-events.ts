import { type AuditEventInput, difference } from '../audit-events/record.ts'
import { presentAdaptiveContent } from './present.ts'
import { changedItems } from './structure/differences.ts'
import { type Item, itemById, parentIdOf, siblingsIn } from './structure/positions.ts'
import {
  defaultSiteSpaceIn,
  type SiteRow,
  type Structure,
  sectionsIn,
  siteSpacesIn,
} from './structure/structure.ts'

type Fields = Readonly<Record<string, unknown>>

/** An audit event of a site. */
export const siteAuditEvent = (
  verb: 'create' | 'update' | 'structure' | 'structure-restore' | 'publish' | 'unpublish' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({ action: `site.${verb}`, target: { type: 'site', id, label: title }, ...sides })

/** The settings of a site as a PATCH request sets them. */
export const settingsOf = (site: SiteRow) => ({
  title: site.title,
  visibility: site.visibility,
  basename: site.basename,
  hostname: site.hostname,
  adaptiveContent: presentAdaptiveContent(site),
  proxy: site.proxy,
})

/**
 * The audit events between two states of a site: of its settings, its publication and each of its items. `before` and
 * `after` have the fields of a PATCH request of the item, or of `sortSiteStructure` for a move, so that sending `before`
 * undoes a change. Changes that only follow from another one are left out.
 */
export function auditEventsBetween(before: Structure, after: Structure): readonly AuditEventInput[] {
  const { site } = after
  const settings = difference(settingsWithDefaults(before, after), settingsWithDefaults(after, before))
  const published = difference({ published: before.site.published }, { published: site.published })
  return [
    ...(settings === null ? [] : [siteAuditEvent('update', site, settings)]),
    ...itemEvents(before, after).map((sides) => siteAuditEvent('structure', site, sides)),
    ...(published === null
      ? []
      : [siteAuditEvent(site.published ? 'publish' : 'unpublish', site, published)]),
  ]
}

/** A default counts as a setting if another one was chosen, not if its item was added or removed. */
function settingsWithDefaults(own: Structure, other: Structure): Fields {
  const { defaultSectionId: section, defaultSiteSpaceId: siteSpace } = own.site
  const isChoice = (mine: string | null, theirs: string | null) => has(other, mine) && has(own, theirs)
  return {
    ...settingsOf(own.site),
    ...(isChoice(section, other.site.defaultSectionId) ? { defaultSiteSection: section } : {}),
    ...(isChoice(siteSpace, other.site.defaultSiteSpaceId) ? { defaultSiteSpace: siteSpace } : {}),
  }
}

const has = (structure: Structure, id: string | null): boolean =>
  id !== null && itemById(structure, id) !== undefined

function itemEvents(
  before: Structure,
  after: Structure,
): readonly Pick<AuditEventInput, 'before' | 'after'>[] {
  const removed = changedItems(before, after).filter(({ id }) => !has(after, id))
  const current = changedItems(after, before)
  const added = current.filter(({ id }) => !has(before, id))
  const changed = current.flatMap((now) => {
    const then = itemById(before, now.id)
    return then === undefined ? [] : [{ then, now }]
  })
  return [
    ...removed
      .filter((item) => parentIdOf(item) === null || has(after, parentIdOf(item)))
      .map((item) => ({ before: { ...itemFields(item), ...fullState(before, item) } })),
    ...added
      .filter((item) => parentIdOf(item) === null || has(before, parentIdOf(item)))
      .map((item) => ({ after: { ...itemFields(item), ...fullState(after, item) } })),
    ...changed.flatMap(({ then, now }) => {
      const fields = difference(changeableFields(before, then, after), changeableFields(after, now, before))
      if (fields === null) return []
      return [
        {
          before: { ...itemFields(then), ...fields.before },
          after: { ...itemFields(now), ...fields.after },
        },
      ]
    }),
  ]
}

const itemFields = ({ kind, id, title }: Item): Fields => ({ item: { type: kind, id, title } })

/** An item with its position and its children. */
function fullState(structure: Structure, item: Item): Fields {
  const own = { ...itemSettings(item), ...positionFields(structure, item) }
  if (item.kind === 'site-section-group') {
    return { ...own, sections: sectionsIn(structure, item.id).map(({ id, title }) => ({ id, title })) }
  }
  if (item.kind === 'site-section') {
    const spaces = siteSpacesIn(structure, item.id)
    return { ...own, spaces: spaces.map(({ spaceId, title, path }) => ({ space: spaceId, title, path })) }
  }
  return { ...own, space: item.spaceId }
}

/** What can differ between two states of an item: its settings, and its position if it was moved. */
function changeableFields(structure: Structure, item: Item, other: Structure): Fields {
  const twin = itemById(other, item.id)
  const isMoved = twin !== undefined && wasMoved(structure, item, other, twin)
  return {
    ...itemSettings(item),
    ...(item.kind === 'site-section' ? chosenDefault(structure, item.id, other) : {}),
    ...(isMoved ? positionFields(structure, item) : {}),
  }
}

/** A change of parent because the parent was added or removed is part of that event. */
function wasMoved(structure: Structure, item: Item, other: Structure, twin: Item): boolean {
  const [parent, otherParent] = [parentIdOf(item), parentIdOf(twin)]
  if (parent === otherParent) return item.orderKey !== twin.orderKey
  return (parent === null || has(other, parent)) && (otherParent === null || has(structure, otherParent))
}

function chosenDefault(structure: Structure, sectionId: string, other: Structure): Fields {
  const own = defaultIn(structure, sectionId)
  const theirs = defaultIn(other, sectionId)
  const isIn = (id: string | undefined, where: Structure) =>
    siteSpacesIn(where, sectionId).some((one) => one.id === id)
  return isIn(own, other) && isIn(theirs, structure) ? { defaultSiteSpace: own } : {}
}

const defaultIn = (structure: Structure, sectionId: string): string | undefined =>
  defaultSiteSpaceIn(structure, sectionId) ?? undefined

function itemSettings(item: Item): Fields {
  if (item.kind === 'site-section-group') return { title: item.title, icon: item.icon }
  if (item.kind === 'site-space') return { path: item.path, condition: item.condition }
  const { title, description, path, icon, condition } = item
  return { title, description, path, icon, condition }
}

/** The position of an item as `sortSiteStructure` takes it. */
function positionFields(structure: Structure, item: Item): Fields {
  const parent = parentIdOf(item)
  const siblings = siblingsIn(structure, item.kind, parent)
  const index = siblings.findIndex(({ id }) => id === item.id)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  if (previous !== undefined) return { parent, position: { after: itemReference(previous) } }
  return { parent, position: next === undefined ? {} : { before: itemReference(next) } }
}

const itemReference = ({ kind, id }: Item) => ({ type: kind, id })
