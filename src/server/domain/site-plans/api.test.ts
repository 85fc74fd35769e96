import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { PlanAct, SitePlan } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { resolvePath, structureOf } from '../site-structure/queries.ts'

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

test('whether a plan waits is asked for by itself', async () => {
  const { site, a, b } = await threeSections()
  const { call, params } = site
  const summary = () => call(api.sitePlans.summary, { params })
  expect(await summary()).toEqual({ object: 'site-plan-summary', version: 0, steps: 0 })
  const { begunAt } = await plan(site, toEnd(a.id), rename(b.id, { title: 'Second' }))
  expect(await summary()).toMatchObject({ version: 1, steps: 2, begunAt, begunBy: { id: site.admin.userId } })
  await call(api.sitePlans.discard, { params })
  expect(await summary()).toEqual({ object: 'site-plan-summary', version: 2, steps: 0 })
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

test('steps about the same item become one, and what comes to nothing goes', async () => {
  const { site, a, b, c } = await threeSections()
  await plan(site, toEnd(a.id), rename(b.id, { title: 'Second' }))
  const more = await plan(site, toEnd(b.id), toEnd(a.id), rename(b.id, { path: 'second' }))
  expect(more.steps.map(({ act }) => act)).toEqual([
    rename(b.id, { title: 'Second', path: 'second' }),
    toEnd(b.id),
    toEnd(a.id),
  ])
  const first = { type: 'site-section' as const, id: c.id }
  const back = await plan(
    site,
    { ...toEnd(b.id), position: { before: first } } as PlanAct,
    { ...toEnd(a.id), position: { before: { type: 'site-section', id: b.id } } } as PlanAct,
    rename(b.id, { title: 'Beta', path: 'beta' }),
  )
  expect(outline(back)).toEqual(['Alpha', 'Beta', 'Gamma'])
  expect(back.steps.filter(({ act }) => act.type === 'change-section')).toEqual([])
  expect(back.publishable).toBe(false)
})

test('what was added in the plan is named in it, and goes without a trace', async () => {
  const { site } = await threeSections()
  const added = await plan(site, { type: 'add-section', spaceId: await site.aSpace('Delta') })
  const id = added.steps[0]?.item ?? ''
  const drawn = await plan(site, rename(id, { icon: 'star' }))
  expect(drawn.steps).toMatchObject([{ act: { type: 'add-section', icon: 'star' }, item: id }])
  // Its path was made from the first title, and slugs never change unasked.
  const named = await plan(site, rename(id, { title: 'Fourth' }))
  expect(named.steps).toMatchObject([{ act: { type: 'add-section' } }, { act: { title: 'Fourth' } }])
  await plan(
    site,
    { type: 'add-space', spaceId: await site.aSpace('More'), sectionId: id },
    rename(id, { path: 'fo' }),
  )

  const gone = await plan(site, { type: 'delete-section', id })
  expect(gone.steps.map(({ act }) => act.type)).not.toContain('delete-section')
  expect(outline(gone)).toEqual(['Alpha', 'Beta', 'Gamma'])
})

test('two sections exchange their paths', async () => {
  const { site, a, b } = await threeSections()
  const planned = await plan(
    site,
    rename(a.id, { path: 'aside' }),
    rename(b.id, { path: 'alpha' }),
    rename(a.id, { path: 'beta' }),
  )
  expect(planned.publishable).toBe(true)
  await site.call(api.sitePlans.publish, { params: site.params, body: {} })
  const { items } = await site.call(api.siteSections.list, { params: site.params })
  expect(items.map(({ title, path }) => [title, path])).toEqual([
    ['Alpha', 'beta'],
    ['Beta', 'alpha'],
    ['Gamma', 'gamma'],
  ])
})

test('of several acts all are planned or none, and a refusal names the act', async () => {
  const { site, a, b } = await threeSections()
  const refused = plan(site, toEnd(a.id), rename(b.id, { path: 'gamma' }))
  await expect(refused).rejects.toMatchObject({
    status: 409,
    type: 'conflict',
    details: { issues: [{ path: ['body', 'acts', 1, 'path'] }] },
  })
  await expect(plan(site, rename(b.id, { condition: 'visitor.claims.beta &&' }))).rejects.toMatchObject({
    status: 400,
    details: { issues: [{ path: ['body', 'acts', 0, 'condition'] }] },
  })
  await expect(plan(site, toEnd('nosuch'))).rejects.toMatchObject({ status: 404, type: 'not_found' })
  expect(await planOf(site)).toMatchObject({ version: 0, steps: [] })
})

test('a step that does not fit the live structure any more stands in the way until it is taken back', async () => {
  const { site, a, b } = await threeSections()
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
  const left = await call(api.sitePlans.takeBack, { params: { ...params, stepId: faulty?.id ?? '' } })
  expect(left).toMatchObject({ publishable: true, steps: [{ act: { type: 'move' } }] })
  await call(api.sitePlans.publish, { params, body: {} })
  expect(await site.outline()).toEqual(['Gamma', 'Alpha'])
})

test('steps that built on one that is taken back say so', async () => {
  const { site, b } = await threeSections()
  const grouped = await plan(site, { type: 'add-group', title: 'Group' })
  const [adding] = grouped.steps
  await plan(site, toEnd(b.id, adding?.item))
  const left = await site.call(api.sitePlans.takeBack, {
    params: { ...site.params, stepId: adding?.id ?? '' },
  })
  expect(left.steps).toMatchObject([{ problem: { type: 'not_found' } }])
  const none = site.call(api.sitePlans.takeBack, { params: { ...site.params, stepId: adding?.id ?? '' } })
  await expect(none).rejects.toMatchObject({ status: 404 })
})

test('who saw another plan or another live structure publishes nothing', async () => {
  const { site, a, b } = await threeSections()
  const { call, params } = site
  const seen = await plan(site, toEnd(a.id))
  const body = { live: seen.live.fingerprint }
  await plan(site, toEnd(b.id))
  await expect(
    call(api.sitePlans.publish, { params, body }, { ifMatch: seen.version }),
  ).rejects.toMatchObject({ status: 412, type: 'stale' })
  await call(api.siteSections.update, { params: { ...params, siteSectionId: a.id }, body: { icon: 'star' } })
  await expect(call(api.sitePlans.publish, { params, body })).rejects.toMatchObject({ status: 412 })
  await expect(call(api.sitePlans.discard, { params }, { ifMatch: seen.version })).rejects.toMatchObject({
    status: 412,
  })
  expect((await planOf(site)).steps).toHaveLength(2)
  await call(api.sitePlans.discard, { params })
  expect(await planOf(site)).toMatchObject({ steps: [], publishable: false })
  await expect(call(api.sitePlans.publish, { params, body: {} })).rejects.toMatchObject({
    status: 409,
    type: 'no_change',
  })
})

test('the first planned section takes in the spaces that the site shows', async () => {
  const site = await aSite(app, ['Guide', 'API'])
  const planned = await plan(site, { type: 'add-section', spaceId: await site.aSpace('Blog') })

  expect(planned.structure.type).toBe('sections')
  expect(outline(planned)).toEqual(['Guide', 'Blog'])
  expect(planned.steps[0]?.changes.map(({ kind, item }) => [kind, item.title])).toEqual([
    ['added', 'Guide'],
    ['added', 'Blog'],
  ])
  expect(planned.addresses).toMatchObject({ changed: [], kept: 2, added: [{ to: '/blog' }] })
  await site.call(api.sitePlans.publish, { params: site.params, body: {} })
  expect(await site.outline()).toEqual(['Guide', 'Blog'])
})

test.each([true, false])('old addresses lead on if that is wanted: %s', async (redirect) => {
  const { site, b } = await threeSections()
  await plan(site, rename(b.id, { path: 'second' }))
  await site.call(api.sitePlans.publish, { params: site.params, body: { redirect } })
  const structure = await structureOf(app.db, site.organizationId, site.params.siteId)
  const [reading] = (await resolvePath(app.db, structure, 'beta/page')).filter(
    ({ siteSpaceId }) => siteSpaceId === b.siteSpaceId,
  )
  expect(reading).toEqual(
    redirect ? expect.objectContaining({ address: 'second', redirect: true }) : undefined,
  )
})

test('the addresses say how many pages move, what takes them, and what is shadowed or broken', async () => {
  const { site, a, b, c } = await threeSections()
  const { call, params } = site
  const write = async (spaceId: string, ...pages: { title: string; text?: string }[]) => {
    const changes = pages.map(({ title, text = '' }) => ({
      operation: 'insert_page' as const,
      title,
      document: { markdown: text },
    }))
    const answer = await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
    return answer.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  }
  await write(b.spaceId, { title: 'One' }, { title: 'Two' })
  const [target = ''] = await write(c.spaceId, { title: 'Three' })
  await write(a.spaceId, { title: 'Links', text: `[one](/pages/${target}) and [two](/pages/${target})` })
  const destination = { kind: 'external', url: 'https://example.org/' } as const
  await call(api.siteRedirects.create, { params, body: { source: '/Second', destination } })

  const planned = await plan(
    site,
    rename(b.id, { path: 'second' }),
    { type: 'delete-section', id: c.id },
    { type: 'set-default', defaultSiteSection: b.id },
  )
  expect(planned.addresses).toMatchObject({
    changed: [
      { siteSpace: { title: 'Alpha' }, from: '/', to: '/alpha', takenBy: { title: 'Beta' } },
      { siteSpace: { title: 'Beta' }, from: '/beta', to: '/' },
    ],
    removed: [{ siteSpace: { title: 'Gamma' }, from: '/gamma' }],
    added: [],
    kept: 0,
    shadowed: [],
    brokenLinks: [{ space: { title: 'Gamma' }, links: 2 }],
  })
  const [, beta] = planned.addresses.changed
  expect(planned.addresses.redirects).toBe(beta?.pages)
  expect(beta?.pages).toBeGreaterThanOrEqual(2)
  expect(planned.removed).toMatchObject([{ kind: 'removed', item: { title: 'Gamma' } }])

  const other = await plan(site, { type: 'set-default', defaultSiteSection: a.id })
  expect(other.addresses.shadowed).toMatchObject([{ source: '/Second' }])
})

test('who may not show a space cannot publish a step that adds it', async () => {
  const { site } = await threeSections()
  const { params } = site
  const spaceId = await site.aSpace('Secret')
  await site.call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  await plan(site, { type: 'add-section', spaceId })
  const other = app.as(await app.aMember(site.organizationId, 'create'))

  const seen = await other(api.sitePlans.get, { params })
  expect(seen).toMatchObject({ publishable: false, steps: [{ problem: { type: 'not_found' } }] })
  await expect(other(api.sitePlans.publish, { params, body: {} })).rejects.toMatchObject({ status: 409 })
  expect((await planOf(site)).publishable).toBe(true)
})

test('what is planned and published is in the log', async () => {
  const { site, a, b } = await threeSections()
  const { call, params } = site
  const planned = await plan(site, toEnd(a.id))
  await call(api.sitePlans.takeBack, { params: { ...params, stepId: planned.steps[0]?.id ?? '' } })
  await plan(site, toEnd(b.id))
  await call(api.sitePlans.publish, { params, body: { redirect: false } })
  const { items } = await call(api.auditEvents.list, { params: { organizationId: site.organizationId } })
  const told = items.map(({ action }) => action).filter((action) => action.startsWith('site.'))
  expect(told.slice(0, 5)).toEqual([
    'site.plan-publish',
    'site.structure',
    'site.plan-change',
    'site.plan-discard',
    'site.plan-change',
  ])
  const params1 = { organizationId: site.organizationId, auditEventId: items[0]?.id ?? '' }
  const { payload } = await call(api.auditEvents.get, { params: params1 })
  expect(payload.after).toEqual({ steps: [toEnd(b.id)], redirect: false })
})
