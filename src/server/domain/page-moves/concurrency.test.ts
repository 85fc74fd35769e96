import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import { useTestApp } from '#testing/app.ts'
import { createdBy, page } from '#testing/change-requests.ts'
import { twoSpaces } from '#testing/two-spaces.ts'

const app = useTestApp()

const WORKERS = 6
const MOVES = 8

test('moves in both directions and edits at the same time neither fail, deadlock nor lose a page', async () => {
  const { guide, archive, move, faults } = await twoSpaces(app)
  const titles = Array.from({ length: WORKERS }, (_, index) => `Page ${index}`)
  const [home = ''] = createdBy(await guide.edit([page('Home')]))
  const [far = ''] = createdBy(await archive.edit([page('Far')]))
  const ids = createdBy(
    await guide.edit(titles.map((title) => page(title, `[Home](/pages/${home}) [Far](/pages/${far})`))),
  )
  const errors: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  await Promise.all(
    ids.map(async (id, worker) => {
      let [from, to] = [guide.spaceId, archive.spaceId]
      for (let turn = 0; turn < MOVES; turn++) {
        await attempt(move({ spaceId: from }, id, { space: to }))
        ;[from, to] = [to, from]
        await attempt(
          app.as(guide.admin)(api.spaceContent.edit, {
            params: { spaceId: from },
            body: { changes: [{ operation: 'update_page', page: id, description: `${worker} ${turn}` }] },
          }),
        )
      }
    }),
  )
  expect(errors.map((error) => (error instanceof ApiError ? error.message : error))).toEqual([])
  expect((await guide.tree()).map(({ id }) => id).sort()).toEqual([home, ...ids].sort())
  expect((await archive.tree()).map(({ id }) => id)).toEqual([far])
  expect(await faults()).toEqual([])
  await sql`select pg_stat_force_next_flush()`.execute(app.db)
  const { rows } = await sql<{ count: number }>`select deadlocks as count from pg_stat_database
    where datname = current_database()`.execute(app.db)
  expect(rows[0]?.count).toBe(0)
})
