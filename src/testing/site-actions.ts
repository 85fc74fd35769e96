import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { CallAs } from './app.ts'
import * as model from './site-model.ts'

/** Numbers with which an action picks among the objects that exist at that time. */
export type RandomNumbers = { readonly a: number; readonly b: number; readonly c: number }

export type World = {
  model: model.SiteModel
  readonly params: { readonly organizationId: string; readonly siteId: string }
  /** Calls as the person of the next action. */
  call: CallAs
  /** Spaces that can be added to the site. */
  readonly spaceIds: readonly string[]
}
export type SiteAction = (world: World, numbers: RandomNumbers) => Promise<unknown>

export const pick = <T>(items: readonly T[], number: number): T | undefined =>
  items[number % (items.length || 1)]

/** Expects a request to fail with a status, or to succeed if the status is null. */
export async function expectStatus<T>(status: number | null, request: Promise<T>): Promise<T | undefined> {
  const outcome = await request.catch((error: unknown) => {
    if (error instanceof ApiError) return error
    throw error
  })
  const actual = outcome instanceof ApiError ? outcome.status : null
  expect({ status: actual, outcome }).toMatchObject({ status })
  return outcome instanceof ApiError ? undefined : outcome
}

const toModel = ({ id, path, siteSpaces }: SiteSection): model.ModelSection => ({
  kind: 'section',
  id,
  path,
  spaces: siteSpaces.map(spaceToModel),
  first: siteSpaces[0]?.id ?? '',
})
const spaceToModel = ({ id, space, path }: SiteSpace): model.ModelSpace => ({ id, spaceId: space.id, path })

const addSection: SiteAction = async (world, { a }) => {
  const body = { spaceId: pick(world.spaceIds, a) ?? '' }
  const created = await world.call(api.siteSections.create, { params: world.params, body })
  const { rootSpaces, firstRootSpace, root } = world.model
  if (rootSpaces.length > 0 && firstRootSpace !== null) {
    const { items } = await world.call(api.siteSections.list, { params: world.params })
    const first = items[0]
    if (first === undefined) throw new Error('The first section should contain the spaces of the site')
    root.push({ kind: 'section', id: first.id, path: first.path, spaces: rootSpaces, first: firstRootSpace })
    world.model.firstSection = first.id
  }
  world.model.rootSpaces = []
  world.model.firstRootSpace = null
  root.push(toModel(created))
  world.model.firstSection ??= created.id
}

const addSpace: SiteAction = async (world, { a, b }) => {
  const spaceId = pick(world.spaceIds, a) ?? ''
  const { model: site } = world
  const givenSection = b % 3 === 0 ? undefined : pick(model.sectionsOf(site), b)
  const target = givenSection ?? model.sectionsOf(site).find(({ id }) => id === site.firstSection)
  const siblings = target?.spaces ?? site.rootSpaces
  const isDuplicate = siblings.some((one) => one.spaceId === spaceId)
  const body = { spaceId, ...(givenSection === undefined ? {} : { sectionId: givenSection.id }) }
  const created = await expectStatus(
    isDuplicate ? 409 : null,
    world.call(api.siteSpaces.create, { params: world.params, body }),
  )
  if (created === undefined) return
  siblings.push(spaceToModel(created))
  if (target === undefined) site.firstRootSpace ??= created.id
}

const deleteSection: SiteAction = async ({ model: site, params, call }, { a }) => {
  const all = model.sectionsOf(site)
  const section = pick(all, a)
  if (section === undefined) return
  const request = call(api.siteSections.delete, { params: { ...params, siteSectionId: section.id } })
  await expectStatus(all.length === 1 ? 409 : null, request)
  if (all.length === 1) return
  const index = all.indexOf(section)
  model.removeItem(model.listWith(site, section.id), section.id)
  if (site.firstSection === section.id) site.firstSection = model.nextDefault(model.sectionsOf(site), index)
}

/** Removes a space from the model and moves on the default. */
function removeSpace(site: model.SiteModel, id: string): void {
  const section = model.sectionWith(site, id)
  const list = section?.spaces ?? site.rootSpaces
  const index = model.removeItem(list, id)
  if (section?.first === id) section.first = model.nextDefault(list, index) ?? ''
  if (site.firstRootSpace === id) site.firstRootSpace = model.nextDefault(list, index)
}

const deleteSpace: SiteAction = async ({ model: site, params, call }, { a }) => {
  const space = pick(model.spacesOf(site), a)
  if (space === undefined) return
  const isLast = (model.sectionWith(site, space.id)?.spaces ?? site.rootSpaces).length === 1
  const request = call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: space.id } })
  await expectStatus(isLast ? 409 : null, request)
  if (!isLast) removeSpace(site, space.id)
}

const moveSection: SiteAction = async ({ model: site, params, call }, { a, b, c }) => {
  const [section, sibling] = [pick(model.sectionsOf(site), a), pick(model.sectionsOf(site), b)]
  if (section === undefined || sibling === undefined) return
  const neighbor = { type: 'site-section' as const, siteSection: sibling.id }
  const position = c % 2 === 0 ? { before: neighbor } : { after: neighbor }
  const isSelf = section.id === sibling.id
  const input = { params: { ...params, siteSectionId: section.id }, body: { position } }
  await expectStatus(isSelf ? 400 : null, call(api.siteSections.move, input))
  if (isSelf) return
  model.removeItem(model.listWith(site, section.id), section.id)
  const list = model.listWith(site, sibling.id)
  list.splice(list.indexOf(sibling) + (c % 2), 0, section)
}

const sortIntoParent: SiteAction = async ({ model: site, params, call }, { a, b }) => {
  const section = pick(model.sectionsOf(site), a)
  const group = b % 2 === 0 ? undefined : pick(model.groupsOf(site), b)
  if (section === undefined) return
  const item = { type: 'site-section' as const, id: section.id }
  await call(api.siteStructure.sort, { params, body: { item, parent: group?.id ?? null } })
  model.removeItem(model.listWith(site, section.id), section.id)
  const list: { id: string }[] = group?.sections ?? site.root
  list.push(section)
}

const addGroup: SiteAction = async ({ model: site, params, call }, { a, b }) => {
  const section = b % 2 === 0 ? undefined : pick(model.sectionsOf(site), a)
  const body = { title: 'Group', sections: section === undefined ? [] : [section.id] }
  // A site without sections has nothing to put into a group.
  if (model.sectionsOf(site).length === 0) return
  const { id } = await call(api.siteSectionGroups.create, { params, body })
  if (section !== undefined) model.removeItem(model.listWith(site, section.id), section.id)
  site.root.push({ kind: 'group', id, sections: section === undefined ? [] : [section] })
}

const deleteGroup: SiteAction = async ({ model: site, params, call }, { a }) => {
  const group = pick(model.groupsOf(site), a)
  if (group === undefined) return
  await call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId: group.id } })
  site.root.splice(site.root.indexOf(group), 1, ...group.sections)
}

const moveGroup: SiteAction = async ({ model: site, params, call }, { a, b, c }) => {
  const [group, sibling] = [pick(model.groupsOf(site), a), pick(site.root, b)]
  if (group === undefined || sibling === undefined || group === sibling) return
  const type = sibling.kind === 'group' ? ('site-section-group' as const) : ('site-section' as const)
  const position = c % 2 === 0 ? { before: { type, id: sibling.id } } : { after: { type, id: sibling.id } }
  const input = { params: { ...params, siteSectionGroupId: group.id }, body: { position } }
  await call(api.siteSectionGroups.move, input)
  model.removeItem(site.root, group.id)
  site.root.splice(site.root.indexOf(sibling) + (c % 2), 0, group)
}

const moveSpace: SiteAction = async ({ model: site, params, call }, { a, b }) => {
  const [space, target] = [pick(model.spacesOf(site), a), pick(model.sectionsOf(site), b)]
  if (space === undefined || target === undefined) return
  const from = model.sectionWith(site, space.id)
  const changesSection = from?.id !== target.id
  const hasConflict = target.spaces.some(
    ({ path, spaceId }) => path === space.path || spaceId === space.spaceId,
  )
  const status = changesSection && (from?.spaces.length === 1 || hasConflict) ? 409 : null
  const input = { params: { ...params, siteSpaceId: space.id }, body: { section: target.id } }
  await expectStatus(status, call(api.siteSpaces.move, input))
  if (status !== null) return
  if (changesSection) removeSpace(site, space.id)
  else model.removeItem(target.spaces, space.id)
  target.spaces.push(space)
}

const makeDefault: SiteAction = async ({ model: site, params, call }, { a, b }) => {
  const [space, section] = [pick(model.spacesOf(site), a), pick(model.sectionsOf(site), b)]
  if (space === undefined) return
  const current = model.sectionWith(site, space.id)
  const newDefault = b % 3 === 0 ? section : undefined
  const body = {
    defaultSiteSpace: space.id,
    ...(newDefault === undefined ? {} : { defaultSiteSection: newDefault.id }),
  }
  await call(api.sites.update, { params, body })
  if (current === undefined) site.firstRootSpace = space.id
  else {
    current.first = space.id
    site.firstSection = newDefault?.id ?? current.id
  }
}

const paths = ['one', 'two', 'three']

const renameSection: SiteAction = async ({ model: site, params, call }, { a, b }) => {
  const section = pick(model.sectionsOf(site), a)
  const path = pick(paths, b) ?? ''
  if (section === undefined) return
  const isTaken = model.sectionsOf(site).some((other) => other !== section && other.path === path)
  const input = { params: { ...params, siteSectionId: section.id }, body: { path } }
  await expectStatus(isTaken ? 409 : null, call(api.siteSections.update, input))
  if (!isTaken) section.path = path
}

/** Actions that change a site at once, and its model in the same way. */
export const siteActions: Readonly<Record<string, SiteAction>> = {
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
