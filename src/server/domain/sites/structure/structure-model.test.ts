import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'
import { type Dice, liveActs, type World } from '#testing/site-actions.ts'
import * as model from '#testing/site-model.ts'
import { pictured } from '#testing/site-outline.ts'
import { keep, type PlannedWorld, planActs, planned } from '#testing/site-plan-actions.ts'
import { resolvePath, structureOf } from '../structure-queries.ts'
import { addressesOf } from './addresses.ts'

const app = useTestApp()

/** Two people who may edit the site. */
const clients: CallAs[] = []
let organizationId: string
const titles = new Map<string, string>()

beforeAll(async () => {
  const made = await app.anOrganization()
  organizationId = made.organizationId
  clients.push(app.as(made.admin), app.as(await app.aMember(organizationId, 'create')))
  const call = app.as(made.admin)
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta', 'One']) {
    const { id } = await call(api.spaces.create, { params: { organizationId }, body: { title } })
    titles.set(id, title)
  }
})

/** Every address that a site space has left still leads to it, and no two have the same. */
async function expectAddresses({ params }: World, left: Map<string, string>, last: Map<string, string>) {
  const structure = await structureOf(app.db, organizationId, params.siteId)
  const now = addressesOf(structure)
  expect(new Set(now.values()).size).toBe(now.size)
  for (const [id, address] of last) if (now.has(id) && now.get(id) !== address) left.set(address, id)
  for (const [address, id] of left) {
    if (!now.has(id)) left.delete(address)
    else expect((await resolvePath(app.db, structure, address)).map((one) => one.siteSpaceId)).toContain(id)
  }
  last.clear()
  for (const [id, address] of now) last.set(id, address)
}

const dice = fc.record({ a: fc.nat(60), b: fc.nat(60), c: fc.nat(60) })
const stepOf = (names: readonly string[]) => fc.tuple(fc.constantFrom(...names), dice)

/** Some acts that fill a site, and then any of those named. */
const scripts = (names: readonly string[], most: number) =>
  fc
    .tuple(
      fc.array(stepOf(['addSection', 'addSpace', 'addSpace']), { minLength: 3, maxLength: 6 }),
      fc.array(stepOf(names), { minLength: most / 2, maxLength: most }),
    )
    .map(([begun, done]) => [...begun, ...done])

async function aWorld(): Promise<PlannedWorld> {
  const [call] = clients
  if (call === undefined) throw new Error('Nobody is there')
  const body = { title: 'Model', spaces: [] }
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body })
  const params = { organizationId, siteId }
  const spaceIds = [...titles.keys()]
  return {
    model: model.emptyModel(),
    params,
    call,
    spaceIds,
    plan: [],
    kept: new Map(),
    titles,
    spaceOf: new Map(),
  }
}

/** What readers get is what was arranged. */
async function expectPublished({ call, params, model: site }: World) {
  if (model.spacesOf(site).length === 0) return
  await call(api.sites.publish, { params })
  const { structure } = await call(api.publishedSites.get, { params })
  expect(pictured(structure)).toEqual(model.pictureOf(site))
}

type Script = readonly (readonly [string, Dice])[]

async function run(
  script: Script,
  act: (world: PlannedWorld, name: string, thrown: Dice) => Promise<unknown>,
) {
  const world = await aWorld()
  const [left, last] = [new Map<string, string>(), new Map<string, string>()]
  for (const [name, thrown] of script) {
    world.call = clients[thrown.c % clients.length] ?? world.call
    await act(world, name, thrown)
    const shown = await world.call(api.siteStructure.get, { params: world.params })
    expect(pictured(shown)).toEqual(model.pictureOf(world.model))
    await expectAddresses(world, left, last)
  }
  await expectPublished(world)
}

const limits = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false }

test('whatever is done to a site, it stays what the model says: one order, one default, no orphan, no clash', async () => {
  const names = [...Object.keys(liveActs), 'makeDefault', 'deleteSpace']
  await fc.assert(
    fc.asyncProperty(scripts(names, 14), (script) =>
      run(script, async (world, name, thrown) => liveActs[name]?.(world, thrown)),
    ),
    { seed: 41, numRuns: 15, ...limits },
  )
}, 120_000)

test('whatever is planned, published and gone back from beside it, the plan and the site are what the model says', async () => {
  const plans = ['planMove', 'planMove', 'planPath', 'planPath', 'planDelete', 'planSection', 'planDefault']
  const ends = ['publishPlan', 'publishPlan', 'publishPlan', 'discardPlan', 'goBack', 'goBack', 'goBack']
  const live = [
    'addSection',
    'addGroup',
    'deleteGroup',
    'deleteSection',
    'moveSection',
    'renameSection',
    'addSpace',
  ]
  const names = [...plans, ...plans, ...ends, ...live]
  await fc.assert(
    fc.asyncProperty(scripts(names, 24), (script) =>
      run(script, async (world, name, thrown) => {
        await (planActs[name] ?? liveActs[name])?.(world, thrown)
        await keep(world)
        const plan = await world.call(api.sitePlans.get, { params: world.params })
        const { site, faulty } = planned(world)
        expect(pictured(plan.structure)).toEqual(model.pictureOf(site))
        expect(plan.steps.filter(({ problem }) => problem !== undefined)).toHaveLength(faulty)
      }),
    ),
    { seed: 42, numRuns: 12, ...limits },
  )
}, 120_000)
