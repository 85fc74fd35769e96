import { api } from '#contract/api.ts'
import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { ask } from '../../lib/api.ts'
import { defaultAct, fieldsAct } from './changes.ts'
import { type Part, partOf, type SitePlace } from './parts.ts'
import { placeNow } from './placing.ts'
import { sendAct } from './send-act.ts'

/** The ids that parts have now, by those they had. */
type Ids = Map<string, string>

/**
 * Puts parts that were taken out back as they stood in `before`, each with what was written about it. They are made
 * anew, so that they have other ids; what stood beside them may be gone, then they stand at the end.
 */
export async function bringBack(
  place: SitePlace,
  before: SiteStructure,
  gone: readonly Part[],
): Promise<void> {
  const ids: Ids = new Map()
  for (const part of gone) {
    const madeId = await make(place, part, ids)
    ids.set(part.id, madeId)
    await putBack(place, before, part, madeId, ids)
  }
}

function make(place: SitePlace, part: Part, ids: Ids): Promise<string> {
  if (part.object === 'site-section-group') return makeGroup(place, part, ids)
  return part.object === 'site-section' ? makeSection(place, part, ids) : makeSpace(place, part, ids)
}

const idNow = (ids: Ids, id: string): string => ids.get(id) ?? id

async function makeGroup(site: SitePlace, { title, icon, sections }: SiteSectionGroup, ids: Ids) {
  const body = { title, icon: icon ?? null, sections: sections.map(({ id }) => idNow(ids, id)) }
  // Sections that went meanwhile do not keep the group from coming back.
  const made = await ask(api.siteSectionGroups.create, { params: paramsOf(site), body }).catch(() =>
    ask(api.siteSectionGroups.create, { params: paramsOf(site), body: { ...body, sections: [] } }),
  )
  return made.id
}

async function makeSection(place: SitePlace, section: SiteSection, ids: Ids): Promise<string> {
  const [first, ...others] = section.siteSpaces
  if (!first) throw new Error(`The section “${section.title}” had no space`)
  const params = paramsOf(place)
  const made = await ask(api.siteSections.create, { params, body: { spaceId: first.space.id } })
  const { title, path, icon = null, condition = null, description = null } = section
  await sendAct(place, fieldsAct(made, { title, path, icon, condition, description }), {})
  const [only] = made.siteSpaces
  if (only) {
    ids.set(first.id, only.id)
    await describeSpace(place, only, first)
  }
  for (const one of others) ids.set(one.id, await makeSpace(place, { ...one, section: made.id }, ids))
  const chosen = others.find((one) => one.default === true)
  if (chosen) {
    const again = { ...chosen, id: idNow(ids, chosen.id), section: made.id }
    await sendAct(place, defaultAct(again), {})
  }
  if (section.default === true) await sendAct(place, defaultAct(made), {})
  return made.id
}

async function makeSpace(place: SitePlace, siteSpace: SiteSpace, ids: Ids): Promise<string> {
  const section = siteSpace.section === undefined ? undefined : idNow(ids, siteSpace.section)
  const body = { spaceId: siteSpace.space.id, ...(section ? { sectionId: section } : {}) }
  const made = await ask(api.siteSpaces.create, { params: paramsOf(place), body })
  await describeSpace(place, made, siteSpace)
  return made.id
}

async function describeSpace(place: SitePlace, made: SiteSpace, { path, condition }: SiteSpace) {
  if (made.path === path && condition === undefined) return
  await sendAct(place, fieldsAct(made, { path, condition: condition ?? null }), {})
}

async function putBack(place: SitePlace, before: SiteStructure, part: Part, madeId: string, ids: Ids) {
  const stood = placeNow(before, part.id)
  if (!stood) return
  const beside = (id: string | undefined): StructureItem | undefined => {
    const one = id === undefined ? undefined : partOf(before, id)
    return one && { type: one.object, id: idNow(ids, one.id) }
  }
  const [first, second] = [beside(stood.position.before), beside(stood.position.after)]
  const item = { type: part.object, id: madeId }
  const parent = stood.parentId === null ? null : idNow(ids, stood.parentId)
  const position = { ...(first ? { before: first } : {}), ...(second ? { after: second } : {}) }
  await sendAct(place, { type: 'move', item, parent, position }, {}).catch(() => undefined)
  if (part.object === 'site-space' && part.default === true) {
    const section = part.section && idNow(ids, part.section)
    await sendAct(place, defaultAct({ ...part, id: madeId, ...(section ? { section } : {}) }), {})
  }
}

const paramsOf = ({ organizationId, siteId }: SitePlace) => ({ organizationId, siteId })
