import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PlanAct, SitePlan } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const plan = ({ call, params }: ASite, ...acts: PlanAct[]) =>
  call(api.sitePlans.addSteps, { params, body: { acts } })
const planOf = ({ call, params }: ASite) => call(api.sitePlans.get, { params })

const outline = ({ structure }: Pick<SitePlan, 'structure'>) => outlineOf(structure)
const outlineOf = ({ structure }: SiteStructure): unknown[] =>
  structure.map((item) =>
    item.object === 'site-section-group'
      ? { [item.title]: item.sections.map(({ title }) => title) }
      : item.title,
  )

const rename = (id: string, change: object): PlanAct => ({ type: 'change-section', id, ...change })
const toEnd = (id: string, parent?: string | null): PlanAct => ({
  type: 'move',
  item: { type: 'site-section', id },
  ...(parent === undefined ? {} : { parent }),
})

/** A site of three sections, of which the first is the default one. */
async function threeSections() {
  const site = await aSite(app)
  const [a, b, c] = [await site.aSection('Alpha'), await site.aSection('Beta'), await site.aSection('Gamma')]
  return { site, a, b, c }
}

test('a site has an empty plan until somebody adds a step', async () => {
  const { site } = await threeSections()
  const empty = await planOf(site)

  expect(empty).toMatchObject({ version: 0, steps: [], marks: [], publishable: false })
  expect(empty.begunBy).toBeUndefined()
  expect(outline(empty)).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(empty.addresses).toMatchObject({ changed: [], added: [], removed: [], kept: 3, redirects: 0 })
})

test('steps show where they lead and leave the site as it is', async () => {
  const { site, a, b } = await threeSections()
  const planned = await plan(site, toEnd(a.id), rename(b.id, { path: 'second', title: 'Second' }))

  expect(outline(planned)).toEqual(['Second', 'Gamma', 'Alpha'])
  expect(await site.outline()).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(planned).toMatchObject({ version: 1, publishable: true, begunBy: { id: site.admin.userId } })
  expect(planned.steps.map(({ changes }) => changes)).toMatchObject([
    [
      {
        kind: 'moved',
        item: { title: 'Alpha' },
        from: { index: 0 },
        to: { index: 2, after: { title: 'Gamma' } },
      },
    ],
    [
      { kind: 'changed', field: 'title', from: 'Beta', to: 'Second' },
      { kind: 'changed', field: 'path', from: 'beta', to: 'second' },
    ],
  ])
  expect(planned.addresses.changed).toMatchObject([{ from: '/beta', to: '/second' }])
  expect(planned.marks).toEqual(
    expect.arrayContaining([
      { type: 'site-section', id: a.id, marks: ['moved'] },
      { type: 'site-section', id: b.id, marks: ['changed'] },
    ]),
  )
})

test('publishing does all steps at once, empties the plan and is one entry of the history', async () => {
  const { site, b, c } = await threeSections()
  await plan(site, { type: 'add-group', title: 'Group' })
  const grouped = await planOf(site)
  const group = grouped.steps[0]?.item ?? ''
  const spaceId = await site.aSpace('Delta')
  await plan(site, toEnd(b.id, group), toEnd(c.id, group), { type: 'add-section', spaceId })
  const seen = await plan(site, { type: 'set-default', defaultSiteSection: c.id })
  const { params, call } = site
  const published = await call(
    api.sitePlans.publish,
    { params, body: { live: seen.live.fingerprint } },
    { ifMatch: seen.version },
  )

  expect(await site.outline()).toEqual(['Alpha', { Group: ['Beta', 'Gamma'] }, 'Delta'])
  const now = await call(api.siteStructure.get, { params })
  expect(outlineOf(now)).toEqual(outlineOf(seen.structure))
  expect(now.structure.at(-1)?.id).toBe(seen.steps.find(({ act }) => act.type === 'add-section')?.item)
  expect(await call(api.sites.get, { params })).toMatchObject({ defaultSiteSection: c.id })
  expect(await planOf(site)).toMatchObject({ steps: [], version: published.version, publishable: false })
  const history = await call(api.siteHistory.list, { params })
  expect(history.items[0]).toMatchObject({ id: published.entry.id, kind: 'plan', current: true })
})
