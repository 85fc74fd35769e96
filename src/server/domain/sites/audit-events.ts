import { type AuditEventInput, difference } from '../audit-events/record.ts'
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

/** What was done to a site, for the log. */
export const siteAuditEvent = (
  verb: 'create' | 'update' | 'structure' | 'structure-restore' | 'publish' | 'unpublish' | 'delete',
  { id, title }: Pick<SiteRow, 'id' | 'title'>,
  sides: Pick<AuditEventInput, 'before' | 'after'>,
): AuditEventInput => ({ action: `site.${verb}`, target: { type: 'site', id, label: title }, ...sides })

/** A site's settings as a PATCH would write them. */
export const settingsOf = (site: SiteRow) => ({
  title: site.title,
  visibility: site.visibility,
  basename: site.basename,
  hostname: site.hostname,
  adaptiveContent: { enabled: site.adaptiveContent },
  proxy: site.proxy,
})

/**
 * What happened to a site between two states of it: to its settings, to its being published, and to each of its
 * parts. `before` and `after` are what a PATCH of the part takes, and for a move what the sorting of the structure
 * takes, so that sending `before` undoes it. What only follows from another change is not told a second time.
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

/** The defaults count as a setting where one was chosen over another, not where one came or went. */
function settingsWithDefaults(own: Structure, other: Structure): Fields {
  const { defaultSectionId: section, defaultSiteSpaceId: siteSpace } = own.site
  const stand = (mine: string | null, theirs: string | null) => has(other, mine) && has(own, theirs)
  return {
    ...settingsOf(own.site),
    ...(stand(section, other.site.defaultSectionId) ? { defaultSiteSection: section } : {}),
    ...(stand(siteSpace, other.site.defaultSiteSpaceId) ? { defaultSiteSpace: siteSpace } : {}),
  }
}

const has = (structure: Structure, id: string | null): boolean =>
  id !== null && itemById(structure, id) !== undefined

function itemEvents(
  before: Structure,
  after: Structure,
): readonly Pick<AuditEventInput, 'before' | 'after'>[] {
  const gone = changedItems(before, after).filter(({ id }) => !has(after, id))
  const here = changedItems(after, before)
  const come = here.filter(({ id }) => !has(before, id))
  const stayed = here.flatMap((now) => {
    const then = itemById(before, now.id)
    return then === undefined ? [] : [{ then, now }]
  })
  return [
    ...gone
      .filter((item) => parentIdOf(item) === null || has(after, parentIdOf(item)))
      .map((item) => ({ before: { ...itemFields(item), ...fullState(before, item) } })),
    ...come
      .filter((item) => parentIdOf(item) === null || has(before, parentIdOf(item)))
      .map((item) => ({ after: { ...itemFields(item), ...fullState(after, item) } })),
    ...stayed.flatMap(({ then, now }) => {
      const changed = difference(changeableFields(before, then, after), changeableFields(after, now, before))
      if (changed === null) return []
      return [
        {
          before: { ...itemFields(then), ...changed.before },
          after: { ...itemFields(now), ...changed.after },
        },
      ]
    }),
  ]
}

const itemFields = ({ kind, id, title }: Item): Fields => ({ item: { type: kind, id, title } })

/** A part with its place and what it holds. */
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

/** What can differ between two states of a part: its settings, and its place where it was moved. */
function changeableFields(structure: Structure, item: Item, other: Structure): Fields {
  const twin = itemById(other, item.id)
  const isMoved = twin !== undefined && wasMoved(structure, item, other, twin)
  return {
    ...itemSettings(item),
    ...(item.kind === 'site-section' ? chosenDefault(structure, item.id, other) : {}),
    ...(isMoved ? positionFields(structure, item) : {}),
  }
}

/** Parts that came into something new, or out of something gone, are told with that. */
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

/** Where a part stands, as the sorting of the structure takes it. */
function positionFields(structure: Structure, item: Item): Fields {
  const parent = parentIdOf(item)
  const siblings = siblingsIn(structure, item.kind, parent)
  const index = siblings.findIndex(({ id }) => id === item.id)
  const [previous, next] = [siblings[index - 1], siblings[index + 1]]
  if (previous !== undefined) return { parent, position: { after: itemReference(previous) } }
  return { parent, position: next === undefined ? {} : { before: itemReference(next) } }
}

const itemReference = ({ kind, id }: Item) => ({ type: kind, id })
