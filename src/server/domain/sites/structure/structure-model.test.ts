import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type CallAs, useTestApp } from '#testing/app.ts'
import { type RandomNumbers, siteActions, type World } from '#testing/site-actions.ts'
import * as model from '#testing/site-model.ts'
import { outlineOf } from '#testing/site-outline.ts'
import { applyPlan, type PlannedWorld, planActions, rememberModel } from '#testing/site-plan-actions.ts'
import { resolvePath, structureOf } from '../structure-queries.ts'
import { addressesOf } from './addresses.ts'

const app = useTestApp()

/** Two people who may edit the site. */
const clients: CallAs[] = []
let organizationId: string
const titles = new Map<string, string>()

beforeAll(async () => {
  const organization = await app.anOrganization()
  organizationId = organization.organizationId
  clients.push(app.as(organization.admin), app.as(await app.aMember(organizationId, 'create')))
  const call = app.as(organization.admin)
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta', 'One']) {
    const { id } = await call(api.spaces.create, { params: { organizationId }, body: { title } })
    titles.set(id, title)
  }
})

/** Every former path of a site space still resolves to it, and no two have the same path. */
async function expectAddresses({ params }: World, former: Map<string, string>, last: Map<string, string>) {
  const structure = await structureOf(app.db, organizationId, params.siteId)
  const now = addressesOf(structure)
  expect(new Set(now.values()).size).toBe(now.size)
  for (const [id, address] of last) if (now.has(id) && now.get(id) !== address) former.set(address, id)
  for (const [address, id] of former) {
    if (!now.has(id)) former.delete(address)
    else expect((await resolvePath(app.db, structure, address)).map((one) => one.siteSpaceId)).toContain(id)
  }
  last.clear()
  for (const [id, address] of now) last.set(id, address)
}

const numbersForAction = fc.record({ a: fc.nat(60), b: fc.nat(60), c: fc.nat(60) })
const stepOf = (names: readonly string[]) => fc.tuple(fc.constantFrom(...names), numbersForAction)

/** Some actions that fill a site, then any of the named ones. */
const scripts = (names: readonly string[], maxLength: number) =>
  fc
    .tuple(
      fc.array(stepOf(['addSection', 'addSpace', 'addSpace']), { minLength: 3, maxLength: 6 }),
      fc.array(stepOf(names), { minLength: maxLength / 2, maxLength }),
    )
    .map(([start, rest]) => [...start, ...rest])

async function aWorld(): Promise<PlannedWorld> {
  const [call] = clients
  if (call === undefined) throw new Error('There is no client')
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
    modelByHistoryEntry: new Map(),
    titles,
    spaceOf: new Map(),
  }
}

/** The published structure equals the model. */
async function expectPublished({ call, params, model: site }: World) {
  if (model.spacesOf(site).length === 0) return
  await call(api.sites.publish, { params })
  const { structure } = await call(api.publishedSites.get, { params })
  expect(outlineOf(structure)).toEqual(model.outlineOf(site))
}

type Script = readonly (readonly [string, RandomNumbers])[]

async function run(
  script: Script,
  action: (world: PlannedWorld, name: string, numbers: RandomNumbers) => Promise<unknown>,
) {
  const world = await aWorld()
  const [former, last] = [new Map<string, string>(), new Map<string, string>()]
  for (const [name, numbers] of script) {
    world.call = clients[numbers.c % clients.length] ?? world.call
    await action(world, name, numbers)
    const current = await world.call(api.siteStructure.get, { params: world.params })
    expect(outlineOf(current)).toEqual(model.outlineOf(world.model))
    await expectAddresses(world, former, last)
  }
  await expectPublished(world)
}

const limits = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false }

test('after any actions a site equals the model: one order, one default, no orphans, no duplicate paths', async () => {
  const names = [...Object.keys(siteActions), 'makeDefault', 'deleteSpace']
  await fc.assert(
    fc.asyncProperty(scripts(names, 14), (script) =>
      run(script, async (world, name, numbers) => siteActions[name]?.(world, numbers)),
    ),
    { seed: 41, numRuns: 15, ...limits },
  )
}, 120_000)

test('after any planning, publishing and restoring, the plan and the site equal the model', async () => {
  const plans = ['planMove', 'planMove', 'planPath', 'planPath', 'planDelete', 'planSection', 'planDefault']
  const ends = [
    'publishPlan',
    'publishPlan',
    'publishPlan',
    'discardPlan',
    'restoreSnapshot',
    'restoreSnapshot',
    'restoreSnapshot',
  ]
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
      run(script, async (world, name, numbers) => {
        await (planActions[name] ?? siteActions[name])?.(world, numbers)
        await rememberModel(world)
        const plan = await world.call(api.sitePlans.get, { params: world.params })
        const { site, failing } = applyPlan(world)
        expect(outlineOf(plan.structure)).toEqual(model.outlineOf(site))
        expect(plan.steps.filter(({ problem }) => problem !== undefined)).toHaveLength(failing)
      }),
    ),
    { seed: 42, numRuns: 12, ...limits },
  )
}, 120_000)
