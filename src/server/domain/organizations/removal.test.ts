import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { newId } from '../../ids.ts'

const app = useTestApp()

/** Every table with a row that belongs to an organization, and how many rows. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(app.db)
  expect(rows.length).toBeGreaterThan(24)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const countResult = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}
      where organization_id = ${organizationId}`.execute(app.db)
    const count = countResult.rows[0]?.count ?? 0
    if (count > 0) counts[name] = count
  }
  return counts
}

/** An organization with something in nearly every table. */
async function aFullOrganization(admin: Person) {
  const call = app.as(admin)
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Halden' } })
  const params = { organizationId }
  const outer = await call(api.collections.create, { params, body: { title: 'Outer' } })
  const inner = await call(api.collections.create, { params, body: { title: 'Inner', parent: outer.id } })
  const space = await call(api.spaces.create, { params, body: { title: 'Space', parent: inner.id } })
  const other = await call(api.spaces.create, { params, body: { title: 'Other' } })
  const deleted = await call(api.spaces.create, { params, body: { title: 'Gone' } })
  await call(api.spaces.delete, { params: { spaceId: deleted.id } })
  await writeInto(admin, space.id)
  const site = await call(api.sites.create, { params, body: { title: 'Site', spaces: [space.id] } })
  const inSite = { organizationId, siteId: site.id }
  const section = await call(api.siteSections.create, {
    params: inSite,
    body: { spaceId: other.id, title: 'Section' },
  })
  await call(api.siteSectionGroups.create, {
    params: inSite,
    body: { title: 'Group', sections: [section.id] },
  })
  await call(api.siteSections.update, {
    params: { ...inSite, siteSectionId: section.id },
    body: { path: 'elsewhere' },
  })
  for (const body of [{ role: 'read' as const }, { level: 'edit' as const, space: space.id }]) {
    await call(api.organizationInvites.create, { params, body })
  }
  await insertTheRest(organizationId, admin, space.id)
  return { organizationId, siteId: site.id }
}

async function writeInto(admin: Person, spaceId: string): Promise<void> {
  const call = app.as(admin)
  const params = { spaceId }
  const file = { name: 'a.txt', base64: Buffer.from('file').toString('base64'), contentType: 'text/plain' }
  const page = {
    operation: 'insert_page' as const,
    document: { markdown: '## More\n\n[to](https://example.org)' },
  }
  const { changes } = await call(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        { ...page, title: 'Page' },
        { operation: 'insert_files', files: [file] },
      ],
    },
  })
  const [created] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
  await call(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'update_page', page: created ?? '', slug: 'elsewhere' }] },
  })
}

/** Rows of tables that other tests fill through the API. */
async function insertTheRest(organization_id: string, admin: Person, space_id: string): Promise<void> {
  const created_at = new Date()
  const team_id = newId()
  const { db } = app
  await db.insertInto('team').values({ organization_id, id: team_id, title: 'Team', created_at }).execute()
  await db.insertInto('team_member').values({ organization_id, team_id, user_id: admin.userId }).execute()
  const subject = { subject_kind: 'space' as const, subject_id: space_id }
  const grantee = { grantee_kind: 'team' as const, grantee_id: team_id }
  await db
    .insertInto('access_grant')
    .values({ organization_id, ...subject, ...grantee, role: 'edit', created_at })
    .execute()
  const field = { organization_id, name: 'owner', id: newId(), type: 'text' as const }
  await db
    .insertInto('custom_field')
    .values({ ...field, created_at, updated_at: created_at })
    .execute()
  await db
    .insertInto('import_run')
    .values({
      organization_id,
      id: newId(),
      space_id,
      created_by: admin.userId,
      status: 'completed',
      source: JSON.stringify({ type: 'website', url: 'https://example.org' }),
      created_at,
    })
    .execute()
  await db
    .insertInto('custom_field_value')
    .values({ organization_id, space_id, field_name: 'owner', value: '"Ann"' })
    .execute()
}

test('an organization is deleted with all its rows and nothing of another one', async () => {
  const admin = await app.aPerson()
  const { organizationId } = await aFullOrganization(admin)
  const other = await aFullOrganization(admin)
  const params = { organizationId }
  const call = app.as(admin)
  const before = await rowsOf(organizationId)
  expect(Object.keys(before).length).toBeGreaterThan(24)
  const others = await rowsOf(other.organizationId)
  const { version } = await call(api.organizations.get, { params })

  const remove = (title: string, ifMatch = version) =>
    call(api.organizations.delete, { params, query: { title } }, { ifMatch })
  for (const title of ['halden', 'Halden ', 'Hald']) {
    await expect(remove(title)).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
  await expect(remove('Halden', version + 1)).rejects.toMatchObject({ status: 412, type: 'stale' })
  expect(await rowsOf(organizationId)).toEqual(before)

  await remove('Halden')
  expect(await rowsOf(organizationId)).toEqual({})
  expect(await rowsOf(other.organizationId)).toEqual(others)
  await expect(call(api.organizations.get, { params })).rejects.toMatchObject({ status: 404 })
  await expect(remove('Halden')).rejects.toMatchObject({ status: 404 })
  expect((await call(api.organizations.list, {})).items.map(({ id }) => id)).toEqual([other.organizationId])
})

test('only admins can delete an organization', async () => {
  const { organizationId } = await app.anOrganization('Halden')
  const creator = await app.aMember(organizationId, 'create')
  const query = { title: 'Halden' }
  const attempt = app.as(creator)(api.organizations.delete, { params: { organizationId }, query })
  await expect(attempt).rejects.toMatchObject({ status: 403 })
})

test('every table of an organization has a foreign key or is deleted explicitly', async () => {
  const { rows } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and confdeltype = 'c'`.execute(app.db)
  const bound = new Set(['organization', 'access_grant', 'organization_stamp', 'webhook_event'])
  for (let size = 0; size < bound.size; ) {
    size = bound.size
    for (const { child, parent } of rows) if (bound.has(parent)) bound.add(child)
  }
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'`.execute(app.db)
  expect(tables.map(({ name }) => name).filter((name) => !bound.has(name))).toEqual([])
})
