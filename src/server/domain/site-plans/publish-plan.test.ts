import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { outlineOf, plan, planOf, rename, threeSections, toEnd } from '#testing/a-plan.ts'
import { useTestApp } from '#testing/app.ts'
import { resolvePath, structureOf } from '../sites/structure-queries.ts'

const app = useTestApp()

test('publishing applies all steps, empties the plan and adds one history entry', async () => {
  const { site, b, c } = await threeSections(app)
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
  expect(now.structure.at(-1)?.id).toBe(seen.steps.find(({ change }) => change.type === 'add-section')?.item)
  expect(await call(api.sites.get, { params })).toMatchObject({ defaultSiteSection: c.id })
  expect(await planOf(site)).toMatchObject({ steps: [], version: published.version, publishable: false })
  const history = await call(api.siteHistory.list, { params })
  expect(history.items[0]).toMatchObject({ id: published.entry.id, kind: 'plan', current: true })
})

test('two sections swap their paths', async () => {
  const { site, a, b } = await threeSections(app)
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

test('publishing is rejected if the plan or the live structure has changed', async () => {
  const { site, a, b } = await threeSections(app)
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

test.each([true, false])('former addresses redirect if requested: %s', async (redirect) => {
  const { site, b } = await threeSections(app)
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

test('address changes list moved pages, taken addresses, shadowed redirects and broken links', async () => {
  const { site, a, b, c } = await threeSections(app)
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
      { siteSpace: { title: 'Alpha' }, from: '/', to: '/alpha', replacedBy: { title: 'Beta' } },
      { siteSpace: { title: 'Beta' }, from: '/beta', to: '/' },
    ],
    removed: [{ siteSpace: { title: 'Gamma' }, from: '/gamma' }],
    added: [],
    unchanged: 0,
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

test('publishing a step that adds a space requires permission to show the space', async () => {
  const { site } = await threeSections(app)
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

test('planning and publishing record audit events', async () => {
  const { site, a, b } = await threeSections(app)
  const { call, params } = site
  const planned = await plan(site, toEnd(a.id))
  await call(api.sitePlans.undoStep, { params: { ...params, stepId: planned.steps[0]?.id ?? '' } })
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
  expect(payload.after).toEqual({ steps: 1, redirect: false })
  const changed = { organizationId: site.organizationId, auditEventId: items[2]?.id ?? '' }
  expect((await call(api.auditEvents.get, { params: changed })).payload).toMatchObject({
    after: { count: 1, steps: [toEnd(b.id)] },
  })
})
