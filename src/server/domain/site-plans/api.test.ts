import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { outline, plan, planOf, rename, threeSections, toEnd } from '#testing/a-plan.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a site has an empty plan until a step is added', async () => {
  const { site } = await threeSections(app)
  const empty = await planOf(site)

  expect(empty).toMatchObject({ version: 0, steps: [], marks: [], publishable: false })
  expect(empty.startedBy).toBeUndefined()
  expect(outline(empty)).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(empty.addresses).toMatchObject({ changed: [], added: [], removed: [], unchanged: 3, redirects: 0 })
})

test('the summary says how many steps are planned', async () => {
  const { site, a, b } = await threeSections(app)
  const { call, params } = site
  const summary = () => call(api.sitePlans.summary, { params })
  expect(await summary()).toEqual({ object: 'site-plan-summary', version: 0, steps: 0 })
  const { startedAt } = await plan(site, toEnd(a.id), rename(b.id, { title: 'Second' }))
  expect(await summary()).toMatchObject({
    version: 1,
    steps: 2,
    startedAt,
    startedBy: { id: site.admin.userId },
  })
  await call(api.sitePlans.discard, { params })
  expect(await summary()).toEqual({ object: 'site-plan-summary', version: 2, steps: 0 })
})

test('a plan shows the resulting structure without changing the site', async () => {
  const { site, a, b } = await threeSections(app)
  const planned = await plan(site, toEnd(a.id), rename(b.id, { path: 'second', title: 'Second' }))

  expect(outline(planned)).toEqual(['Second', 'Gamma', 'Alpha'])
  expect(await site.outline()).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(planned).toMatchObject({ version: 1, publishable: true, startedBy: { id: site.admin.userId } })
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

test('steps about the same item are merged, and steps without effect are dropped', async () => {
  const { site, a, b, c } = await threeSections(app)
  await plan(site, toEnd(a.id), rename(b.id, { title: 'Second' }))
  const more = await plan(site, toEnd(b.id), toEnd(a.id), rename(b.id, { path: 'second' }))
  expect(more.steps.map(({ change }) => change)).toEqual([
    rename(b.id, { title: 'Second', path: 'second' }),
    toEnd(b.id),
    toEnd(a.id),
  ])
  const first = { type: 'site-section' as const, id: c.id }
  const back = await plan(
    site,
    { ...toEnd(b.id), position: { before: first } } as StructureChange,
    { ...toEnd(a.id), position: { before: { type: 'site-section', id: b.id } } } as StructureChange,
    rename(b.id, { title: 'Beta', path: 'beta' }),
  )
  expect(outline(back)).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(back.steps.filter(({ change }) => change.type === 'change-section')).toEqual([])
  expect(back.publishable).toBe(false)
})

test('deleting an item that the plan adds drops all its steps', async () => {
  const { site } = await threeSections(app)
  const added = await plan(site, { type: 'add-section', spaceId: await site.aSpace('Delta') })
  const id = added.steps[0]?.item ?? ''
  const drawn = await plan(site, rename(id, { icon: 'star' }))
  expect(drawn.steps).toMatchObject([{ change: { type: 'add-section', icon: 'star' }, item: id }])
  // Its path was made from the first title, and slugs never change unasked.
  const named = await plan(site, rename(id, { title: 'Fourth' }))
  expect(named.steps).toMatchObject([{ change: { type: 'add-section' } }, { change: { title: 'Fourth' } }])
  await plan(
    site,
    { type: 'add-space', spaceId: await site.aSpace('More'), sectionId: id },
    rename(id, { path: 'fo' }),
  )

  const gone = await plan(site, { type: 'delete-section', id })
  expect(gone.steps.map(({ change }) => change.type)).not.toContain('delete-section')
  expect(outline(gone)).toEqual(['Alpha', 'Beta', 'Gamma'])
})

test('several changes are planned together or not at all, and an error names the change', async () => {
  const { site, a, b } = await threeSections(app)
  const refused = plan(site, toEnd(a.id), rename(b.id, { path: 'gamma' }))
  await expect(refused).rejects.toMatchObject({
    status: 409,
    type: 'conflict',
    details: { issues: [{ path: ['body', 'changes', 1, 'path'] }] },
  })
  await expect(plan(site, rename(b.id, { condition: 'visitor.claims.beta &&' }))).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'changes', 0, 'condition'] }] },
  })
  await expect(plan(site, toEnd('nosuch'))).rejects.toMatchObject({ status: 404, type: 'not_found' })
  expect(await planOf(site)).toMatchObject({ version: 0, steps: [] })
})

test('a step that no longer applies to the live structure blocks publishing until it is removed', async () => {
  const { site, a, b } = await threeSections(app)
  const { call, params } = site
  await plan(site, toEnd(a.id), rename(b.id, { title: 'Second' }))
  await call(api.siteSections.delete, { params: { ...params, siteSectionId: b.id } })

  const seen = await planOf(site)
  const [, faulty] = seen.steps
  expect(faulty).toMatchObject({ problem: { type: 'not_found' }, changes: [{ from: 'Beta', to: 'Second' }] })
  expect(seen.publishable).toBe(false)
  expect(outline(seen)).toEqual(['Gamma', 'Alpha'])
  await expect(call(api.sitePlans.publish, { params, body: {} })).rejects.toMatchObject({
    status: 409,
    type: 'invalid_state',
    details: { steps: [faulty?.id] },
  })
  const left = await call(api.sitePlans.undoStep, { params: { ...params, stepId: faulty?.id ?? '' } })
  expect(left).toMatchObject({ publishable: true, steps: [{ change: { type: 'move' } }] })
  await call(api.sitePlans.publish, { params, body: {} })
  expect(await site.outline()).toEqual(['Gamma', 'Alpha'])
})

test('steps that depend on a removed step have a problem', async () => {
  const { site, b } = await threeSections(app)
  const grouped = await plan(site, { type: 'add-group', title: 'Group' })
  const [adding] = grouped.steps
  await plan(site, toEnd(b.id, adding?.item))
  const left = await site.call(api.sitePlans.undoStep, {
    params: { ...site.params, stepId: adding?.id ?? '' },
  })
  expect(left.steps).toMatchObject([{ problem: { type: 'not_found' } }])
  const none = site.call(api.sitePlans.undoStep, { params: { ...site.params, stepId: adding?.id ?? '' } })
  await expect(none).rejects.toMatchObject({ status: 404 })
})

test('the first planned section contains the existing spaces', async () => {
  const site = await aSite(app, ['Guide', 'API'])
  const planned = await plan(site, { type: 'add-section', spaceId: await site.aSpace('Blog') })

  expect(planned.structure.type).toBe('sections')
  expect(outline(planned)).toEqual(['Guide', 'Blog'])
  expect(planned.steps[0]?.changes.map(({ kind, item }) => [kind, item.title])).toEqual([
    ['added', 'Guide'],
    ['added', 'Blog'],
  ])
  expect(planned.addresses).toMatchObject({ changed: [], unchanged: 2, added: [{ to: '/blog' }] })
  await site.call(api.sitePlans.publish, { params: site.params, body: {} })
  expect(await site.outline()).toEqual(['Guide', 'Blog'])
})
