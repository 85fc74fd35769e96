import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const CONNECTIONS = 8
const ROUNDS = 12

test('duplicating, changing, moving and sorting on one site at the same time never fails or deadlocks', async () => {
  const site = await aSite(app, ['One', 'Two', 'Three'])
  const { call, params, organizationId } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const shown = items.map(({ id, space }) => ({ id, spaceId: space.id }))
  const section = await site.aSection('Guides')
  const neighbor = (index: number) => ({ type: 'space' as const, space: shown[index % 3]?.spaceId ?? '' })
  let round = 0

  const change = async (worker: number): Promise<unknown> => {
    const turn = round++
    const one = shown[turn % 3] ?? shown[0]
    const siteSpaceId = one?.id ?? ''
    const spaceId = one?.spaceId ?? ''
    const item = { params: { ...params, siteSpaceId } }
    switch ((turn + worker) % 8) {
      case 0:
        return call(api.siteSpaces.duplicate, item)
      case 1:
        return call(api.spaces.update, { params: { spaceId }, body: { title: `Space ${turn}` } })
      case 2:
        return call(api.siteSpaces.update, { ...item, body: { path: `path-${turn}` } })
      case 3:
        return call(api.spaces.move, {
          params: { spaceId },
          body: { position: { after: neighbor(turn + 1) } },
        })
      case 4:
        return call(api.siteSpaces.duplicate, item).then(({ id }) =>
          call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: id } }),
        )
      case 5:
        return call(api.siteSections.update, {
          params: { ...params, siteSectionId: section.id },
          body: { title: `Guides ${turn}` },
        })
      case 6:
        return call(api.spaces.duplicate, { params: { spaceId } }).then(({ id }) =>
          call(api.spaces.delete, { params: { spaceId: id } }),
        )
      default:
        return call(api.spaceContent.edit, {
          params: { spaceId },
          body: {
            changes: [
              { operation: 'insert_page', title: `Page ${turn}`, slug: `page-${turn}`, document: {} },
            ],
          },
        })
    }
  }
  const errors: unknown[] = []
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, worker) => {
      for (let turn = 0; turn < ROUNDS; turn++) {
        await change(worker).catch((error: unknown) => errors.push(error))
      }
    }),
  )

  // A change that lost against another one is refused, but nothing fails.
  expect(errors.filter((error) => !(error instanceof ApiError && error.status < 500))).toEqual([])
  expect(await deadlocks()).toBe(0)
  expect(
    (await call(api.spaces.list, { params: { organizationId }, query: {} })).items.length,
  ).toBeGreaterThan(4)
})

/** How often PostgreSQL had to break a deadlock in this database. */
async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(app.db)
  const { rows } = await sql<{ count: number }>`select deadlocks as count from pg_stat_database
    where datname = current_database()`.execute(app.db)
  return rows[0]?.count ?? 0
}
