import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('requests without activity since a time are listed, those with a recent comment are not', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const space = await call(api.spaces.create, { params, body: { title: 'Guide' } })
  const inSpace = { params: { spaceId: space.id } }
  const [quiet, discussed, recent] = [
    await call(api.changeRequests.create, { ...inSpace, body: { subject: 'Quiet' } }),
    await call(api.changeRequests.create, { ...inSpace, body: { subject: 'Discussed' } }),
    await call(api.changeRequests.create, { ...inSpace, body: { subject: 'Recent' } }),
  ]
  await call(api.changeRequestComments.create, {
    params: { spaceId: space.id, changeRequestId: discussed.id },
    body: { body: { markdown: 'Still needed' } },
  })
  await sql`update change_request set updated_at = now() - interval '40 days'
    where id in (${quiet.id}, ${discussed.id})`.execute(app.db)
  const inactiveSince = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const { items, count } = await call(api.changeRequests.listInOrganization, {
    params,
    query: { status: ['draft'], inactiveSince },
  })
  expect([items.map(({ id }) => id), count]).toEqual([[quiet.id], 1])
  const all = await call(api.changeRequests.list, { ...inSpace, query: { status: ['draft'] } })
  expect(all.items.map(({ id }) => id)).toContain(recent.id)
  const wrong = call(api.changeRequests.list, { ...inSpace, query: { inactiveSince: 'last week' } })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
})
