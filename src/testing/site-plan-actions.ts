import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { SitePlan, StructureChange } from '#contract/site-plans.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import { expectStatus, pick, type RandomNumbers, type World } from './site-actions.ts'
import * as model from './site-model.ts'
import { outlineOf } from './site-outline.ts'

/** A step with the id of its item. */
type Step = { readonly change: StructureChange; readonly item: string }

/** A site with a plan and a history. */
export type PlannedWorld = World & {
  /** The steps as the service returned them. */
  plan: readonly Step[]
  /** The model at each entry of the history. */
  readonly modelByHistoryEntry: Map<string, model.SiteModel>
  /** Titles by space id, which new sections take over. */
  readonly titles: ReadonlyMap<string, string>
  /** The site space of each planned section. */
  readonly spaceOf: Map<string, string>
}

const copyOf = (site: model.SiteModel): model.SiteModel => structuredClone(site)
const isSame = (a: model.SiteModel, b: model.SiteModel): boolean =>
  JSON.stringify(model.outlineOf(a)) === JSON.stringify(model.outlineOf(b))
const sectionIn = (site: model.SiteModel, id: string) => model.sectionsOf(site).find((one) => one.id === id)

type PlanAction = (world: PlannedWorld, numbers: RandomNumbers) => Promise<unknown>

/** Applies the plan to a copy of the model. Steps that fail are skipped and counted. */
export function applyPlan(world: PlannedWorld): { site: model.SiteModel; failing: number } {
  const site = copyOf(world.model)
  const failing = world.plan.filter((step) => !applyStep(world, site, step)).length
  return { site, failing }
}

/** Applies a step to the model; returns false if it fails. */
function applyStep(world: PlannedWorld, site: model.SiteModel, { change, item }: Step): boolean {
  switch (change.type) {
    case 'move':
      return move(site, item, change.parent ?? null)
    case 'change-section':
      return changePath(site, item, change.path ?? '')
    case 'delete-section':
      return remove(site, item)
    case 'add-section':
      return add(world, site, item, change.spaceId)
    case 'set-default':
      return choose(site, change.defaultSiteSection ?? '')
    default:
      throw new Error(`The model does not support ${change.type}`)
  }
}

function move(site: model.SiteModel, id: string, groupId: string | null): boolean {
  const section = sectionIn(site, id)
  const into: { id: string }[] | undefined =
    groupId === null ? site.root : model.groupsOf(site).find((group) => group.id === groupId)?.sections
  if (section === undefined || into === undefined) return false
  model.removeItem(model.listWith(site, id), id)
  into.push(section)
  return true
}

function changePath(site: model.SiteModel, id: string, path: string): boolean {
  const section = sectionIn(site, id)
  const isTaken = model.sectionsOf(site).some((other) => other.id !== id && other.path === path)
  if (section === undefined || isTaken) return false
  section.path = path
  return true
}

function remove(site: model.SiteModel, id: string): boolean {
  const all = model.sectionsOf(site)
  const index = all.findIndex((section) => section.id === id)
  if (index < 0 || all.length === 1) return false
  model.removeItem(model.listWith(site, id), id)
  if (site.firstSection === id) site.firstSection = model.nextDefault(model.sectionsOf(site), index)
  return true
}

function add({ titles, spaceOf }: PlannedWorld, site: model.SiteModel, id: string, spaceId: string): boolean {
  const slug = slugOf(titles.get(spaceId) ?? '')
  const path = uniqueSlug(slug, new Set(model.sectionsOf(site).map((section) => section.path)))
  const space = { id: spaceOf.get(id) ?? '', spaceId, path: slug }
  site.root.push({ kind: 'section', id, path, spaces: [space], first: space.id })
  return true
}

function choose(site: model.SiteModel, id: string): boolean {
  if (sectionIn(site, id) === undefined) return false
  site.firstSection = id
  return true
}

/** Adds a change to the plan. The service may simplify the steps, but their result equals that of the single steps. */
async function plan(world: PlannedWorld, change: StructureChange, item: string): Promise<void> {
  const { call, params } = world
  const isPossible = applyStep(world, applyPlan(world).site, { change, item })
  const request = call(api.sitePlans.addSteps, { params, body: { changes: [change] } })
  const response = await expectStatus(isPossible ? null : 409, request)
  if (response === undefined) return
  const itemId = change.type === 'add-section' ? (response.steps.at(-1)?.item ?? '') : item
  if (change.type === 'add-section') world.spaceOf.set(itemId, firstSpaceOf(response, itemId))
  const { site } = applyPlan(world)
  applyStep(world, site, { change, item: itemId })
  expect(outlineOf(response.structure)).toEqual(model.outlineOf(site))
  world.plan = response.steps.map((step) => ({ change: step.change, item: step.item ?? '' }))
}

function firstSpaceOf({ structure }: SitePlan, sectionId: string): string {
  const sections = structure.structure.flatMap((item) => (item.object === 'site-section' ? [item] : []))
  return sections.find(({ id }) => id === sectionId)?.siteSpaces[0]?.id ?? ''
}

const aSection = (world: PlannedWorld, number: number) =>
  pick(model.sectionsOf(applyPlan(world).site), number)

const planMove: PlanAction = async (world, { a, b }) => {
  const section = aSection(world, a)
  const group = b % 2 === 0 ? undefined : pick(model.groupsOf(applyPlan(world).site), b)
  if (section === undefined) return
  const item = { type: 'site-section' as const, id: section.id }
  await plan(world, { type: 'move', item, parent: group?.id ?? null }, section.id)
}

const planPath: PlanAction = async (world, { a, b }) => {
  const section = aSection(world, a)
  const path = pick(['one', 'two', 'three'], b) ?? ''
  if (section !== undefined) await plan(world, { type: 'change-section', id: section.id, path }, section.id)
}

const planDelete: PlanAction = async (world, { a }) => {
  const section = aSection(world, a)
  if (section !== undefined) await plan(world, { type: 'delete-section', id: section.id }, section.id)
}

const planSection: PlanAction = async (world, { a }) => {
  if (aSection(world, 0) === undefined) return
  await plan(world, { type: 'add-section', spaceId: pick(world.spaceIds, a) ?? '' }, 'probe')
}

const planDefault: PlanAction = async (world, { a }) => {
  const section = aSection(world, a)
  if (section !== undefined) await plan(world, { type: 'set-default', defaultSiteSection: section.id }, '')
}

const publishPlan: PlanAction = async (world) => {
  const { call, params } = world
  const { site, failing } = applyPlan(world)
  const isRejected = failing > 0 || isSame(site, world.model)
  await expectStatus(isRejected ? 409 : null, call(api.sitePlans.publish, { params, body: {} }))
  if (isRejected) return
  world.model = site
  world.plan = []
}

const discardPlan: PlanAction = async (world) => {
  await world.call(api.sitePlans.discard, { params: world.params })
  world.plan = []
}

const restoreSnapshot: PlanAction = async (world, { a }) => {
  const [id, snapshot] = pick([...world.modelByHistoryEntry], a) ?? []
  if (id === undefined || snapshot === undefined) return
  // A plan of sections on a site without sections is tested in the API tests.
  if (model.sectionsOf(snapshot).length === 0 && world.plan.length > 0) return
  const isEmptied = model.spacesOf(snapshot).length === 0 && model.spacesOf(world.model).length > 0
  const isRejected = isEmptied || isSame(snapshot, world.model)
  const params = { ...world.params, historyEntryId: id }
  await expectStatus(isRejected ? 409 : null, world.call(api.siteHistory.restore, { params, body: {} }))
  if (!isRejected) world.model = copyOf(snapshot)
}

/** Actions on the plan and the history. */
export const planActions: Readonly<Record<string, PlanAction>> = {
  planMove,
  planPath,
  planDelete,
  planSection,
  planDefault,
  publishPlan,
  discardPlan,
  restoreSnapshot,
}

/** Stores the model with the newest history entry, and the empty model with the first one. */
export async function rememberModel(world: PlannedWorld): Promise<void> {
  const { items } = await world.call(api.siteHistory.list, { params: world.params, query: { limit: 2 } })
  const [newest, before] = items
  if (before?.kind === 'start' && !world.modelByHistoryEntry.has(before.id))
    world.modelByHistoryEntry.set(before.id, model.emptyModel())
  if (newest !== undefined) world.modelByHistoryEntry.set(newest.id, copyOf(world.model))
}
