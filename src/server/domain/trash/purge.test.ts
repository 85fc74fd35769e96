import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { checkContent } from '#testing/content-check.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { check } from '../../content/rebuild.ts'
import { sweepContent } from '../../content/sweep.ts'
import { tablesOfSpace } from '../../content/transfer-content.ts'
import { removeUnusedBlobs } from '../../content/unused-blobs.ts'
import { purgeTrash } from './purge.ts'
import { spacesExpired } from './queries.ts'

const app = useTestApp()
const never = new AbortController().signal
const day = 86_400_000

async function aTrash() {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const png = Buffer.from(`of ${organizationId}`)
  const aSpace = async (title: string, ...files: Buffer[]) => {
    const { id } = await call(api.spaces.create, { params, body: { title } })
    const fileInputs = files.map((bytes, i) => ({
      name: `${i}.txt`,
      contentType: 'text/plain',
      base64: bytes.toString('base64'),
    }))
    const changes = [page(title, `Text of ${title}`), page('Same', 'The same text')]
    await call(api.spaceContent.edit, {
      params: { spaceId: id },
      body: {
        changes: [
          ...changes,
          ...(fileInputs.length > 0 ? [{ operation: 'insert_files' as const, files: fileInputs }] : []),
        ],
      },
    })
    return id
  }
  /** Deletes a space some days in the past. */
  const trash = async (spaceId: string, days: number) => {
    await call(api.spaces.delete, { params: { spaceId } })
    const deleted_at = new Date(Date.now() - days * day)
    await app.db.updateTable('space').set({ deleted_at }).where('id', '=', spaceId).execute()
  }
  const remaining = async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from space where organization_id = ${organizationId}`.execute(app.db)
    return rows.map(({ id }) => id).sort()
  }
  return { organizationId, admin, call, params, png, aSpace, trash, remaining }
}

/** Tables with a space column, and the number of their rows for a space. */
async function rowsOf(spaceId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'space_id' and table_type = 'BASE TABLE'`.execute(app.db)
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
      where space_id = ${spaceId}`.execute(app.db)
    if (rows[0]?.count) counts[name] = rows[0].count
  }
  return counts
}

test('a space is deleted after 7 days with everything that only it uses', async () => {
  const { organizationId, call, params, png, aSpace, trash, remaining } = await aTrash()
  const shared = Buffer.from('shared by both')
  const [deleted, stays] = [await aSpace('Gone', png, shared), await aSpace('Stays', shared)]
  const guest = await app.aMember(organizationId, null)
  await app.db
    .insertInto('access_grant')
    .values({
      organization_id: organizationId,
      subject_kind: 'space',
      subject_id: deleted,
      grantee_kind: 'user',
      grantee_id: guest.userId,
      role: 'read',
      created_at: new Date(),
    })
    .execute()
  await app.db
    .insertInto('invite')
    .values({
      organization_id: organizationId,
      id: `invite${deleted}`,
      role: 'read',
      subject_kind: 'space',
      subject_id: deleted,
      created_by: guest.userId,
      created_at: new Date(),
    })
    .execute()
  await call(api.customFields.create, { params, body: { name: 'owner', type: 'text' } })
  const values = { owner: { value: 'Ann' } }
  await call(api.customFields.updateOfSpace, { params: { spaceId: deleted }, body: { values } })
  const { items: files } = await call(api.spaceContent.files, { params: { spaceId: deleted } })
  await trash(deleted, 7.01)

  expect(await purgeTrash(app.service, never)).toBe(1)
  expect(await remaining()).toEqual([stays])
  expect(await rowsOf(deleted)).toEqual({})
  for (const table of ['access_grant', 'invite'] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select('subject_id')
      .where('subject_id', '=', deleted)
      .execute()
    expect(rows).toEqual([])
  }
  const [event] = (await call(api.auditEvents.list, { params, query: { action: 'space.purge' } })).items
  expect(event).toMatchObject({
    actor: { type: 'system', id: 'lectern' },
    source: 'script',
    target: { type: 'space', id: deleted, label: 'Gone' },
  })
  await expect(call(api.spaces.restore, { params: { spaceId: deleted } })).rejects.toMatchObject({
    status: 404,
  })

  const { rows: jobs } = await sql<{ key: string }>`select key from graphile_worker.jobs
    where task_identifier = 'sweep-content'`.execute(app.db)
  expect(jobs.map(({ key }) => key)).toContain(`sweep ${organizationId}`)
  await sweepContent(app.db, organizationId, never)
  expect(await checkContent(app.db, organizationId)).toEqual({ lost: [], unused: [] })
  expect(await check(app.db, { organizationId, spaceId: stays })).toEqual([])

  const hashes = await app.db.selectFrom('unused_blob').select('hash').execute()
  expect(hashes).toHaveLength(1)
  const [{ hash } = { hash: '' }] = hashes
  const tomorrow = new Date(Date.now() + 1.01 * day)
  expect(await removeUnusedBlobs(app.db, app.service.blobs, new Date(), never)).toBe(0)
  expect(await app.service.blobs.has(hash)).toBe(true)
  expect(await removeUnusedBlobs(app.db, app.service.blobs, tomorrow, never)).toBe(1)
  expect(await app.service.blobs.has(hash)).toBe(false)
  expect(files).toHaveLength(2)
  const [file] = (await call(api.spaceContent.files, { params: { spaceId: stays } })).items
  const { pathname } = new URL(file?.downloadURL ?? '')
  const answer = await app.send({
    method: 'GET',
    url: pathname,
    token: (await app.aMember(organizationId, 'read')).token,
  })
  expect([answer.status, answer.text]).toEqual([200, 'shared by both'])
})

test('file contents that are used again in the meantime stay', async () => {
  const { organizationId, call, png, aSpace, trash } = await aTrash()
  await trash(await aSpace('Gone', png), 8)
  await purgeTrash(app.service, never)
  await sweepContent(app.db, organizationId, never)
  const again = await aSpace('Again', png)
  const tomorrow = new Date(Date.now() + 1.01 * day)
  expect(await removeUnusedBlobs(app.db, app.service.blobs, tomorrow, never)).toBe(0)
  const { items } = await call(api.spaceContent.files, { params: { spaceId: again } })
  const { pathname } = new URL(items[0]?.downloadURL ?? '')
  const reader = await app.aMember(organizationId, 'read')
  expect((await app.send({ method: 'GET', url: pathname, token: reader.token })).text).toBe(png.toString())
  expect(await app.db.selectFrom('unused_blob').select('hash').execute()).toEqual([])
})

test('recently deleted and restored spaces stay, and a second run does nothing', async () => {
  const { call, aSpace, trash, remaining } = await aTrash()
  const [young, restored, old] = [await aSpace('Young'), await aSpace('Restored'), await aSpace('Old')]
  await trash(young, 6.99)
  await trash(restored, 6.99)
  await call(api.spaces.restore, { params: { spaceId: restored } })
  await trash(old, 30)
  expect(await purgeTrash(app.service, never)).toBe(1)
  expect(await remaining()).toEqual([young, restored].sort())
  expect(await purgeTrash(app.service, never)).toBe(0)
})

test('concurrent runs delete each space once, in all organizations', async () => {
  const trashes = [await aTrash(), await aTrash()]
  for (const { aSpace, trash } of trashes) {
    for (let i = 0; i < 4; i++) await trash(await aSpace(`Space ${i}`), 8)
  }
  const purged = await Promise.all([0, 1, 2].map(() => purgeTrash(app.service, never)))
  expect(purged.reduce((sum, count) => sum + count, 0)).toBe(8)
  for (const { call, params, remaining } of trashes) {
    expect(await remaining()).toEqual([])
    const { count } = await call(api.auditEvents.list, { params, query: { action: 'space.purge' } })
    expect(count).toBe(4)
  }
})

test('a stopped run leaves the others to the next one', async () => {
  const { aSpace, trash, remaining } = await aTrash()
  await trash(await aSpace('Space'), 8)
  await expect(purgeTrash(app.service, AbortSignal.abort())).rejects.toThrow()
  expect(await remaining()).toHaveLength(1)
  expect(await purgeTrash(app.service, never)).toBe(1)
})

test('a space that cannot be deleted does not prevent others', async () => {
  const { organizationId, aSpace, trash, remaining } = await aTrash()
  const [stuck, free] = [await aSpace('Stuck'), await aSpace('Free')]
  await trash(stuck, 9)
  await trash(free, 8)
  await sql`create table hold_on (organization_id text collate "C", space_id text collate "C",
    foreign key (organization_id, space_id) references space)`.execute(app.db)
  await sql`insert into hold_on values (${organizationId}, ${stuck})`.execute(app.db)
  await expect(purgeTrash(app.service, never)).rejects.toThrow(/hold_on/)
  expect(await remaining()).toEqual([stuck])
  await sql`drop table hold_on`.execute(app.db)
  expect(await purgeTrash(app.service, never)).toBe(1)
})

test('a transfer leaves no unused content behind', async () => {
  const { organizationId, call, png, aSpace } = await aTrash()
  const spaceId = await aSpace('Space', png)
  const { id: to } = await call(api.organizations.create, { body: { title: 'To' } })
  await call(api.spaces.transfer, { params: { spaceId }, body: { organization: to } })
  await sweepContent(app.db, organizationId, never)
  expect(await checkContent(app.db, organizationId)).toEqual({ lost: [], unused: [] })
  expect((await checkContent(app.db, to)).lost).toEqual([])
  const tomorrow = new Date(Date.now() + 1.01 * day)
  expect(await removeUnusedBlobs(app.db, app.service.blobs, tomorrow, never)).toBe(0)
})

test('deleting a collection deletes nested ones with their grants and invites, and moves the spaces to the trash', async () => {
  const { organizationId, call, params } = await aTrash()
  const make = (title: string, parent?: string) =>
    call(api.collections.create, { params, body: { title, ...(parent ? { parent } : {}) } })
  const outer = await make('Outer')
  const inner = await make('Inner', outer.id)
  const body = { title: 'Space', parent: inner.id }
  const space = await call(api.spaces.create, { params, body })
  const now = new Date()
  for (const { id } of [outer, inner]) {
    const subject = { organization_id: organizationId, subject_kind: 'collection' as const, subject_id: id }
    const grantee = { grantee_kind: 'user' as const, grantee_id: 'somebody', created_at: now }
    await app.db
      .insertInto('access_grant')
      .values({ ...subject, ...grantee, role: 'edit' })
      .execute()
    const invite = { id: `i${id}`, role: 'edit' as const, created_by: 'somebody', created_at: now }
    await app.db
      .insertInto('invite')
      .values({ ...subject, ...invite })
      .execute()
  }
  await call(api.collections.delete, { params: { collectionId: outer.id } })
  expect((await call(api.collections.list, { params })).count).toBe(0)
  expect((await call(api.library.trash, { params })).items.map(({ id }) => id)).toEqual([space.id])
  for (const table of ['access_grant', 'invite'] as const) {
    const rows = app.db.selectFrom(table).select('subject_id').where('organization_id', '=', organizationId)
    expect(await rows.execute()).toEqual([])
  }
})

test('everything that belongs to a space is deleted with it and transferred with it', async () => {
  const { rows } = await sql<{ name: string; onDelete: string | null }>`
    select columns.table_name as name, max(confdeltype::text) as "onDelete" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    left join pg_constraint on contype = 'f' and confrelid = 'space'::regclass
      and conrelid = columns.table_name::regclass
    where table_schema = 'public' and column_name = 'space_id' and table_type = 'BASE TABLE'
    group by columns.table_name`.execute(app.db)
  // A space is on no site while it is in the trash, and cannot be transferred while it is on one.
  const owned = rows.filter(({ name }) => name !== 'site_space')
  expect(owned.filter(({ onDelete }) => onDelete !== 'c')).toEqual([])
  // Values of custom fields stay behind, a space that translates another one becomes independent, and pins of people who
  // are not in the other organization are deleted, as are notifications, follows, merge rules, webhooks, review requests
  // to teams, a binding to a repository, API references that wait for a specification, unfinished uploads, and the former
  // addresses of pages that moved to another space. Review settings are transferred without owners who are not there.
  const notTransferred = [
    'custom_field_value',
    'space_translation',
    'page_translation',
    'pin',
    'notification',
    'follow',
    'merge_rules',
    'git_sync',
    'git_sync_run',
    'import_upload',
    'pending_api_reference',
    'page_freshness',
    'webhook',
    'relocated_page',
    'relocated_path',
    'change_request_team_reviewer',
  ]
  const transferredTables = owned.map(({ name }) => name).filter((name) => !notTransferred.includes(name))
  expect(transferredTables.sort()).toEqual([...tablesOfSpace].sort())
})

test('expired spaces are read from an index', async () => {
  const { organizationId } = await aTrash()
  await sql`insert into space (organization_id, id, order_key, title, revision_id, created_at, updated_at, deleted_at)
    select ${organizationId}, 'many' || n, 'a', 'Space', 'r', now(), now(), case when n % 100 = 0 then now() end
    from generate_series(1, 5000) n`.execute(app.db)
  await settle(app.db)
  const [plan] = await plansOf(app.connectionString, (db) => spacesExpired(db, new Date()))
  expect(plan?.whole).toEqual([])
  expect(plan?.indexes).toEqual(['space_in_trash'])
})
