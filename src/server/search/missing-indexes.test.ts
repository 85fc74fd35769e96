import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { SEARCH_INDEXES } from '../db/migrations/0152-search-indexes.ts'
import { createMissingSearchIndexes } from './missing-indexes.ts'

const app = useTestApp()
const log = { info: () => undefined, warn: (reason: unknown) => expect.fail(String(reason)) }

const validIndexes = async () => {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indexrelid::regclass::text = any(${Object.keys(SEARCH_INDEXES)}::text[]) and indisvalid`.execute(
    app.db,
  )
  return rows.map(({ name }) => name).toSorted()
}

test('indexes that a migration left out, or that were interrupted, are created on start', async () => {
  const all = Object.keys(SEARCH_INDEXES).toSorted()
  expect(await validIndexes()).toEqual(all)
  await sql`drop index page_section_by_title_word`.execute(app.db)
  await createMissingSearchIndexes(app.db, app.connectionString, log).done
  expect(await validIndexes()).toEqual(all)
  await createMissingSearchIndexes(app.db, app.connectionString, log).stop()
  expect(await validIndexes()).toEqual(all)
})
