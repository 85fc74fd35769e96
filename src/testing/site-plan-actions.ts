import { expect } from 'vitest'
import { api } from '#contract/api.ts'
import type { SitePlan, StructureChange } from '#contract/site-plans.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import { type Dice, expecting, pick, type World } from './site-actions.ts'
import * as model from './site-model.ts'
import { pictured } from './site-outline.ts'

/** A step with the id of its item. */
type Step = { readonly act: StructureChange; readonly item: string }

/** A site that is planned and goes back, too. */
export type PlannedWorld = World & {
  /** As the service has made one of them. */
  plan: readonly Step[]
  /** The model by the entry of the history that holds it. */
  readonly kept: Map<string, model.SiteModel>
  /** Titles of the spaces, which new sections get. */
  readonly titles: ReadonlyMap<string, string>
  /** The site space that a planned section comes with. */
  readonly spaceOf: Map<string, string>
}

const copied = (site: model.SiteModel): model.SiteModel => structuredClone(site)
const isSame = (a: model.SiteModel, b: model.SiteModel): boolean =>
  JSON.stringify(model.pictureOf(a)) === JSON.stringify(model.pictureOf(b))
const sectionIn = (site: model.SiteModel, id: string) => model.sectionsOf(site).find((one) => one.id === id)

type PlannedAct = (world: PlannedWorld, dice: Dice) => Promise<unknown>

/** The model that a plan leads to; the steps that cannot be done are left out and counted. */
export function planned(world: PlannedWorld): { site: model.SiteModel; faulty: number } {
  const site = copied(world.model)
  const faulty = world.plan.filter((step) => !done(world, site, step)).length
  return { site, faulty }
}

/** Does a step on the model; false when it cannot be done. */
function done(world: PlannedWorld, site: model.SiteModel, { act, item }: Step): boolean {
  switch (act.type) {
    case 'move':
      return move(site, item, act.parent ?? null)
    case 'change-section':
      return changePath(site, item, act.path ?? '')
    case 'delete-section':
      return remove(site, item)
    case 'add-section':
      return add(world, site, item, act.spaceId)
    case 'set-default':
      return choose(site, act.defaultSiteSection ?? '')
    default:
      throw new Error(`The model knows no ${act.type}`)
  }
}

function move(site: model.SiteModel, id: string, groupId: string | null): boolean {
  const found = sectionIn(site, id)
  const into: { id: string }[] | undefined =
    groupId === null ? site.root : model.groupsOf(site).find((group) => group.id === groupId)?.sections
  if (found === undefined || into === undefined) return false
  model.takeOut(model.listWith(site, id), id)
  into.push(found)
  return true
}

function changePath(site: model.SiteModel, id: string, path: string): boolean {
  const found = sectionIn(site, id)
  const isTaken = model.sectionsOf(site).some((other) => other.id !== id && other.path === path)
  if (found === undefined || isTaken) return false
  found.path = path
  return true
}

function remove(site: model.SiteModel, id: string): boolean {
  const all = model.sectionsOf(site)
  const index = all.findIndex((section) => section.id === id)
  if (index < 0 || all.length === 1) return false
  model.takeOut(model.listWith(site, id), id)
  if (site.firstSection === id) site.firstSection = model.heir(model.sectionsOf(site), index)
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

/** Plans an act. What the service makes of the steps leads where the steps one by one do. */
async function plan(world: PlannedWorld, act: StructureChange, item: string): Promise<void> {
  const { call, params } = world
  const isPossible = done(world, planned(world).site, { act, item })
  const request = call(api.sitePlans.addSteps, { params, body: { acts: [act] } })
  const answer = await expecting(isPossible ? null : 409, request)
  if (answer === undefined) return
  const made = act.type === 'add-section' ? (answer.steps.at(-1)?.item ?? '') : item
  if (act.type === 'add-section') world.spaceOf.set(made, firstSpaceOf(answer, made))
  const { site } = planned(world)
  done(world, site, { act, item: made })
  expect(pictured(answer.structure)).toEqual(model.pictureOf(site))
  world.plan = answer.steps.map((step) => ({ act: step.act, item: step.item ?? '' }))
}

function firstSpaceOf({ structure }: SitePlan, sectionId: string): string {
  const sections = structure.structure.flatMap((item) => (item.object === 'site-section' ? [item] : []))
  return sections.find(({ id }) => id === sectionId)?.siteSpaces[0]?.id ?? ''
}

const aSection = (world: PlannedWorld, number: number) => pick(model.sectionsOf(planned(world).site), number)

const planMove: PlannedAct = async (world, { a, b }) => {
  const section = aSection(world, a)
  const group = b % 2 === 0 ? undefined : pick(model.groupsOf(planned(world).site), b)
  if (section === undefined) return
  const item = { type: 'site-section' as const, id: section.id }
  await plan(world, { type: 'move', item, parent: group?.id ?? null }, section.id)
}

const planPath: PlannedAct = async (world, { a, b }) => {
  const section = aSection(world, a)
  const path = pick(['one', 'two', 'three'], b) ?? ''
  if (section !== undefined) await plan(world, { type: 'change-section', id: section.id, path }, section.id)
}

const planDelete: PlannedAct = async (world, { a }) => {
  const section = aSection(world, a)
  if (section !== undefined) await plan(world, { type: 'delete-section', id: section.id }, section.id)
}

const planSection: PlannedAct = async (world, { a }) => {
  if (aSection(world, 0) === undefined) return
  await plan(world, { type: 'add-section', spaceId: pick(world.spaceIds, a) ?? '' }, 'probe')
}

const planDefault: PlannedAct = async (world, { a }) => {
  const section = aSection(world, a)
  if (section !== undefined) await plan(world, { type: 'set-default', defaultSiteSection: section.id }, '')
}

const publishPlan: PlannedAct = async (world) => {
  const { call, params } = world
  const { site, faulty } = planned(world)
  const refused = faulty > 0 || isSame(site, world.model)
  await expecting(refused ? 409 : null, call(api.sitePlans.publish, { params, body: {} }))
  if (refused) return
  world.model = site
  world.plan = []
}

const discardPlan: PlannedAct = async (world) => {
  await world.call(api.sitePlans.discard, { params: world.params })
  world.plan = []
}

const goBack: PlannedAct = async (world, { a }) => {
  const [id, then] = pick([...world.kept], a) ?? []
  if (id === undefined || then === undefined) return
  // A plan of sections on a site without is for the tests of the interface.
  if (model.sectionsOf(then).length === 0 && world.plan.length > 0) return
  const isEmptied = model.spacesOf(then).length === 0 && model.spacesOf(world.model).length > 0
  const refused = isEmptied || isSame(then, world.model)
  const params = { ...world.params, historyEntryId: id }
  await expecting(refused ? 409 : null, world.call(api.siteHistory.restore, { params, body: {} }))
  if (!refused) world.model = copied(then)
}

/** What is done to a plan, and with the history. */
export const planActs: Readonly<Record<string, PlannedAct>> = {
  planMove,
  planPath,
  planDelete,
  planSection,
  planDefault,
  publishPlan,
  discardPlan,
  goBack,
}

/** Keeps the model with the newest entry of the history; the first time, the empty one with the oldest. */
export async function keep(world: PlannedWorld): Promise<void> {
  const { items } = await world.call(api.siteHistory.list, { params: world.params, query: { limit: 2 } })
  const [newest, before] = items
  if (before?.kind === 'start' && !world.kept.has(before.id)) world.kept.set(before.id, model.emptyModel())
  if (newest !== undefined) world.kept.set(newest.id, copied(world.model))
}
