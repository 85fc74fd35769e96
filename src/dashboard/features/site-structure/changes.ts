import { api } from '#contract/api.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { ask, isRefusal } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { changed, dissolved, withDefault } from './editing.ts'
import { idsIn, type Part, partOf, type SitePlace, titleOf } from './parts.ts'
import { type Place, placed, placeNow, without } from './placing.ts'
import type { Change } from './use-structure-changes.ts'

const quoted = (part: Part): string => words.quoted(titleOf(part))
const gone = (now: SiteStructure, id: string): string | null =>
  partOf(now, id) ? null : 'Somebody deleted it meanwhile.'

/** Puts a part somewhere else. `seen` is the structure in which the place was chosen. */
export function moveChange(site: SitePlace, seen: SiteStructure, part: Part, to: Place): Change {
  const from = placeNow(seen, part.id)
  const neighbour = (id: string | undefined): StructureItem | undefined => {
    const beside = id === undefined ? undefined : partOf(seen, id)
    return beside && { type: beside.object, id: beside.id }
  }
  const [before, after] = [neighbour(to.position.before), neighbour(to.position.after)]
  const body = {
    item: { type: part.object, id: part.id },
    parent: to.parentId,
    position: { ...(before ? { before } : {}), ...(after ? { after } : {}) },
  }
  return {
    id: part.id,
    apply: (structure) => placed(structure, part.id, to),
    revert: (structure) => from && placed(structure, part.id, from),
    send: (ifMatch) => ask(api.siteStructure.sort, { params: site, body }, ifMatch),
    obstacle: (now) => gone(now, part.id) ?? placeLost(now, seen, to),
    refused: `${quoted(part)} went back`,
  }
}

/** Why a place is not there any more, in words that name what is missing. */
function placeLost(now: SiteStructure, seen: SiteStructure, { parentId, position }: Place): string | null {
  const there = idsIn(now, parentId)
  const nameOf = (id: string) => {
    const part = partOf(seen, id)
    return part ? quoted(part) : 'what stood beside it'
  }
  if (there === undefined) return `${nameOf(parentId ?? '')} is not there any more.`
  const missing = [position.before, position.after].find((id) => id !== undefined && !there.includes(id))
  if (missing === undefined) return null
  return `Somebody moved or deleted ${nameOf(missing)} meanwhile, so this place is not there any more.`
}

type Changeable = { readonly title?: string; readonly path?: string }

/** Gives a part another title or path. When somebody else gave it one meanwhile, theirs stays. */
export function renameChange(site: SitePlace, part: Part, to: Changeable): Change {
  const put = (structure: SiteStructure, fields: Changeable) =>
    changed(structure, part.id, (one) => ({ ...one, ...fields }))
  const before: Changeable = {
    ...(to.title === undefined ? {} : { title: part.title }),
    ...(to.path === undefined || part.object === 'site-section-group' ? {} : { path: part.path }),
  }
  const what = to.path === undefined ? 'name' : 'path'
  return {
    id: part.id,
    apply: (structure) => put(structure, to),
    revert: (structure) => put(structure, before),
    send: (ifMatch) => sendFields(site, part, to, ifMatch),
    obstacle: (now) => gone(now, part.id) ?? otherwiseNow(partOf(now, part.id), before, what),
    refused: `${quoted(part)} keeps its ${what}`,
  }
}

function otherwiseNow(now: Part | undefined, before: Changeable, what: string): string | null {
  const isSame =
    (before.title === undefined || now?.title === before.title) &&
    (before.path === undefined || (now !== undefined && 'path' in now && now.path === before.path))
  return isSame ? null : `Somebody changed its ${what} meanwhile.`
}

function sendFields(
  site: SitePlace,
  { object, id }: Part,
  { title, path }: Changeable,
  ifMatch: { ifMatch?: number },
): Promise<{ version: number }> {
  const named = title === undefined ? {} : { title }
  const pathed = path === undefined ? {} : { path }
  switch (object) {
    case 'site-section-group':
      return ask(
        api.siteSectionGroups.update,
        { params: { ...site, siteSectionGroupId: id }, body: named },
        ifMatch,
      )
    case 'site-section':
      return ask(
        api.siteSections.update,
        { params: { ...site, siteSectionId: id }, body: { ...named, ...pathed } },
        ifMatch,
      )
    case 'site-space':
      return ask(api.siteSpaces.update, { params: { ...site, siteSpaceId: id }, body: pathed }, ifMatch)
  }
}

/** Makes a section the one at the site's own address, or a site space the one at its section's. */
export function defaultChange(site: SitePlace, seen: SiteStructure, part: SiteSection | SiteSpace): Change {
  const section = part.object === 'site-space' ? part.section : undefined
  return {
    id: part.id,
    apply: (structure) => withDefault(structure, part),
    revert: (structure) => {
      const before = siblingsOf(seen, part).find((one) => one.default === true)
      return before ? withDefault(structure, before) : null
    },
    send: async () => {
      if (section === undefined) {
        const named = part.object === 'site-section' ? 'defaultSiteSection' : 'defaultSiteSpace'
        await ask(api.sites.update, { params: site, body: { [named]: part.id } })
      } else {
        const params = { ...site, siteSectionId: section }
        await ask(api.siteSections.update, { params, body: { defaultSiteSpace: part.id } })
      }
      return undefined
    },
    obstacle: (now) => gone(now, part.id),
    refused: `${quoted(part)} is not the default`,
  }
}

function siblingsOf(
  structure: SiteStructure,
  part: SiteSection | SiteSpace,
): readonly (SiteSection | SiteSpace)[] {
  if (structure.type === 'siteSpaces') return structure.structure
  const sections = structure.structure.flatMap((one) =>
    one.object === 'site-section' ? [one] : one.sections,
  )
  if (part.object === 'site-section') return sections
  return sections.find(({ id }) => id === part.section)?.siteSpaces ?? []
}

/** Takes a part out of the site. A group only dissolves. That somebody else did so already is as good. */
export function removeChange(site: SitePlace, part: Part): Change {
  const { id, object } = part
  return {
    id,
    apply: (structure) =>
      object === 'site-section-group' ? dissolved(structure, id) : without(structure, id),
    // What was there is read again in a moment.
    revert: () => null,
    send: (ifMatch) =>
      sendRemoval(site, part, ifMatch).catch((error: unknown) => {
        if (!isRefusal(error, 404)) throw error
        return undefined
      }),
    obstacle: () => 'Somebody changed it meanwhile. Look at it again first.',
    refused: `${quoted(part)} stays`,
  }
}

function sendRemoval(
  site: SitePlace,
  { object, id }: Part,
  ifMatch: { ifMatch?: number },
): Promise<undefined> {
  switch (object) {
    case 'site-section-group':
      return ask(api.siteSectionGroups.delete, { params: { ...site, siteSectionGroupId: id } }, ifMatch)
    case 'site-section':
      return ask(api.siteSections.delete, { params: { ...site, siteSectionId: id } }, ifMatch)
    case 'site-space':
      return ask(api.siteSpaces.delete, { params: { ...site, siteSpaceId: id } }, ifMatch)
  }
}
