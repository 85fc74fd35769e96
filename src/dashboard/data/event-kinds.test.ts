import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { eventKinds } from './freshness.ts'

const app = useTestApp()

/** Kinds that listeners receive under another name: a changed team membership is a change of the team. */
const renamed: Readonly<Record<string, string>> = { 'team-member': 'team' }

test('every kind of change that the database announces refreshes something', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as kind
    from pg_trigger where not tgisinternal and tgname like 'notify_change%'`.execute(app.db)
  expect(rows.length).toBeGreaterThan(20)
  const missing = rows.map(({ kind }) => renamed[kind] ?? kind).filter((kind) => !eventKinds.includes(kind))
  expect(missing).toEqual([])
})
