import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { CallAs } from './app.ts'
import * as model from './site-model.ts'

/** Numbers that an act picks its objects with, whatever there is by then. */
export type Dice = { readonly a: number; readonly b: number; readonly c: number }

export type World = {
  model: model.SiteModel
  readonly params: { readonly organizationId: string; readonly siteId: string }
  /** Whoever does the next act. */
  call: CallAs
  /** Spaces that may be shown. */
  readonly spaceIds: readonly string[]
}
export type Act = (world: World, dice: Dice) => Promise<unknown>

export const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items[number % (items.length || 1)]

/** Runs a request that the model expects to be refused with this status, or to succeed with null. */
export async function expecting<T>(status: number | null, request: Promise<T>): Promise<T | undefined> {
  const outcome = await request.catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  const refused = outcome instanceof ApiError ? outcome.status : null
  expect({ status: refused, outcome }).toMatchObject({ status })
  return outcome instanceof ApiError ? undefined : outcome
}

const asModel = ({ id, path, siteSpaces }: SiteSection): model.ModelSection => ({
  kind: 'section',
  id,
  path,
  spaces: siteSpaces.map(spaceAsModel),
  first: siteSpaces[0]?.id ?? '',
})
const spaceAsModel = ({ id, space, path }: SiteSpace): model.ModelSpace => ({ id, spaceId: space.id, path })

const addSection: Act = async (world, { a }) => {
  const body = { spaceId: pick(world.spaceIds, a) ?? '' }
  const made = await world.call(api.siteSections.create, { params: world.params, body })
  const { loose, firstLoose, root } = world.model
  if (loose.length > 0 && firstLoose !== null) {
    const { items } = await world.call(api.siteSections.list, { params: world.params })
    const first = items[0]
    if (first === undefined) throw new Error('The first section takes the spaces in')
    root.push({ kind: 'section', id: first.id, path: first.path, spaces: loose, first: firstLoose })
    world.model.firstSection = first.id
  }
  world.model.loose = []
  world.model.firstLoose = null
  root.push(asModel(made))
  world.model.firstSection ??= made.id
}

const addSpace: Act = async (world, { a, b }) => {
  const spaceId = pick(world.spaceIds, a) ?? ''
  const { model: site } = world
  const named = b % 3 === 0 ? undefined : pick(model.sectionsOf(site), b)
  const target = named ?? model.sectionsOf(site).find(({ id }) => id === site.firstSection)
  const there = target?.spaces ?? site.loose
  const isTwice = there.some((one) => one.spaceId === spaceId)
  const body = { spaceId, ...(named === undefined ? {} : { sectionId: named.id }) }
  const made = await expecting(
    isTwice ? 409 : null,
    world.call(api.siteSpaces.create, { params: world.params, body }),
  )
  if (made === undefined) return
  there.push(spaceAsModel(made))
  if (target === undefined) site.firstLoose ??= made.id
}

const deleteSection: Act = async ({ model: site, params, call }, { a }) => {
  const all = model.sectionsOf(site)
  const section = pick(all, a)
  if (section === undefined) return
  const request = call(api.siteSections.delete, { params: { ...params, siteSectionId: section.id } })
  await expecting(all.length === 1 ? 409 : null, request)
  if (all.length === 1) return
  const index = all.indexOf(section)
  model.takeOut(model.listWith(site, section.id), section.id)
  if (site.firstSection === section.id) site.firstSection = model.heir(model.sectionsOf(site), index)
}

/** Takes a space out of where it stands in the model; the default there moves on. */
function takeSpaceOut(site: model.SiteModel, id: string): void {
  const section = model.sectionWith(site, id)
  const list = section?.spaces ?? site.loose
  const index = model.takeOut(list, id)
  if (section?.first === id) section.first = model.heir(list, index) ?? ''
  if (site.firstLoose === id) site.firstLoose = model.heir(list, index)
}

const deleteSpace: Act = async ({ model: site, params, call }, { a }) => {
  const space = pick(model.spacesOf(site), a)
  if (space === undefined) return
  const isLast = (model.sectionWith(site, space.id)?.spaces ?? site.loose).length === 1
  const request = call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: space.id } })
  await expecting(isLast ? 409 : null, request)
  if (!isLast) takeSpaceOut(site, space.id)
}

const moveSection: Act = async ({ model: site, params, call }, { a, b, c }) => {
  const [section, beside] = [pick(model.sectionsOf(site), a), pick(model.sectionsOf(site), b)]
  if (section === undefined || beside === undefined) return
  const neighbour = { type: 'site-section' as const, siteSection: beside.id }
  const position = c % 2 === 0 ? { before: neighbour } : { after: neighbour }
  const isSelf = section.id === beside.id
  const input = { params: { ...params, siteSectionId: section.id }, body: { position } }
  await expecting(isSelf ? 400 : null, call(api.siteSections.move, input))
  if (isSelf) return
  model.takeOut(model.listWith(site, section.id), section.id)
  const list = model.listWith(site, beside.id)
  list.splice(list.indexOf(beside) + (c % 2), 0, section)
}

const sortIntoParent: Act = async ({ model: site, params, call }, { a, b }) => {
  const section = pick(model.sectionsOf(site), a)
  const group = b % 2 === 0 ? undefined : pick(model.groupsOf(site), b)
  if (section === undefined) return
  const item = { type: 'site-section' as const, id: section.id }
  await call(api.siteStructure.sort, { params, body: { item, parent: group?.id ?? null } })
  model.takeOut(model.listWith(site, section.id), section.id)
  const list: { id: string }[] = group?.sections ?? site.root
  list.push(section)
}

const addGroup: Act = async ({ model: site, params, call }, { a, b }) => {
  const section = b % 2 === 0 ? undefined : pick(model.sectionsOf(site), a)
  const body = { title: 'Group', sections: section === undefined ? [] : [section.id] }
  // A group on a site without sections hides nothing that matters here, but has no sections to hold either.
  if (model.sectionsOf(site).length === 0) return
  const { id } = await call(api.siteSectionGroups.create, { params, body })
  if (section !== undefined) model.takeOut(model.listWith(site, section.id), section.id)
  site.root.push({ kind: 'group', id, sections: section === undefined ? [] : [section] })
}

const deleteGroup: Act = async ({ model: site, params, call }, { a }) => {
  const group = pick(model.groupsOf(site), a)
  if (group === undefined) return
  await call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId: group.id } })
  site.root.splice(site.root.indexOf(group), 1, ...group.sections)
}

const moveGroup: Act = async ({ model: site, params, call }, { a, b, c }) => {
  const [group, beside] = [pick(model.groupsOf(site), a), pick(site.root, b)]
  if (group === undefined || beside === undefined || group === beside) return
  const type = beside.kind === 'group' ? ('site-section-group' as const) : ('site-section' as const)
  const position = c % 2 === 0 ? { before: { type, id: beside.id } } : { after: { type, id: beside.id } }
  const input = { params: { ...params, siteSectionGroupId: group.id }, body: { position } }
  await call(api.siteSectionGroups.move, input)
  model.takeOut(site.root, group.id)
  site.root.splice(site.root.indexOf(beside) + (c % 2), 0, group)
}

const moveSpace: Act = async ({ model: site, params, call }, { a, b }) => {
  const [space, target] = [pick(model.spacesOf(site), a), pick(model.sectionsOf(site), b)]
  if (space === undefined || target === undefined) return
  const from = model.sectionWith(site, space.id)
  const leaves = from?.id !== target.id
  const clashes = target.spaces.some(({ path, spaceId }) => path === space.path || spaceId === space.spaceId)
  const status = leaves && (from?.spaces.length === 1 || clashes) ? 409 : null
  const input = { params: { ...params, siteSpaceId: space.id }, body: { section: target.id } }
  await expecting(status, call(api.siteSpaces.move, input))
  if (status !== null) return
  if (leaves) takeSpaceOut(site, space.id)
  else model.takeOut(target.spaces, space.id)
  target.spaces.push(space)
}

const makeDefault: Act = async ({ model: site, params, call }, { a, b }) => {
  const [space, section] = [pick(model.spacesOf(site), a), pick(model.sectionsOf(site), b)]
  if (space === undefined) return
  const home = model.sectionWith(site, space.id)
  const named = b % 3 === 0 ? section : undefined
  const body = {
    defaultSiteSpace: space.id,
    ...(named === undefined ? {} : { defaultSiteSection: named.id }),
  }
  await call(api.sites.update, { params, body })
  if (home === undefined) site.firstLoose = space.id
  else {
    home.first = space.id
    site.firstSection = named?.id ?? home.id
  }
}

const paths = ['one', 'two', 'three']

const renameSection: Act = async ({ model: site, params, call }, { a, b }) => {
  const section = pick(model.sectionsOf(site), a)
  const path = pick(paths, b) ?? ''
  if (section === undefined) return
  const isTaken = model.sectionsOf(site).some((other) => other !== section && other.path === path)
  const input = { params: { ...params, siteSectionId: section.id }, body: { path } }
  await expecting(isTaken ? 409 : null, call(api.siteSections.update, input))
  if (!isTaken) section.path = path
}

/** What is done to a site at once, and to its model as a person would do it. */
export const liveActs: Readonly<Record<string, Act>> = {
  addSection,
  addSpace,
  deleteSection,
  deleteSpace,
  moveSection,
  sortIntoParent,
  addGroup,
  deleteGroup,
  moveGroup,
  moveSpace,
  makeDefault,
  renameSection,
}
