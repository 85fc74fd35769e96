import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { importFolder } from '../importing/import-folder.ts'
import { rebuildSpaces } from './rebuild-spaces.ts'

const app = useTestApp()
const fixture = join(import.meta.dirname, '../importing/fixtures/listed')

let spaceId = ''
beforeAll(async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  ;({ id: spaceId } = await as(api.spaces.create, { params: { organizationId }, body: {} }))
  const params = { spaceId }
  await importFolder(app.service, { organizationId, spaceId, folder: fixture, by: null })
  const { pages } = await as(api.spaceContent.pages, { params, query: {} })
  await as(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'update_page', page: pages[0]?.id ?? '', slug: 'left-behind' }] },
  })
  const request = await as(api.changeRequests.create, { params })
  const given = { name: 'only-here.txt', base64: 'aGk=', contentType: 'text/plain' }
  await as(api.changeRequestContent.edit, {
    params: { spaceId, changeRequestId: request.id },
    body: { changes: [{ operation: 'insert_files', files: [given] }] },
  })
})

async function wrong(onlyCheck: boolean): Promise<string[]> {
  const found: string[] = []
  for await (const one of rebuildSpaces(app.service, { onlyCheck, spaceId })) found.push(...one.wrong)
  return found
}

const here = () => sql`space_id = ${spaceId}`
const spoiled: [string, RegExp, () => RawBuilder<unknown>][] = [
  ['the path of a page', /^page \w+$/, () => sql`update page set path = path || '-x' where ${here()}`],
  ['the emoji of a page', /^page \w+$/, () => sql`update page set emoji = '1f989' where ${here()}`],
  [
    'a page too many',
    /^page gone$/,
    () => sql`insert into page select organization_id, space_id, 'gone', null,
    type, 'gone', 'gone', title, emoji, icon, description, hidden, no_index, body, created_at, updated_at
    from page where ${here()} limit 1`,
  ],
  [
    'the text to be searched',
    /^section \w+\/\d+$/,
    () => sql`update page_section set vector = '' where ${here()}`,
  ],
  ['the words it is written in', /^word \S+$/, () => sql`delete from search_word where ${here()}`],
  ['the links', /^link \w+\/\d+$/, () => sql`delete from page_link where ${here()}`],
  ['the name of a file', /^file \w+$/, () => sql`update file set name = 'x' where ${here()}`],
  ['the size of a file', /^file \w+$/, () => sql`update file set width = 7 where ${here()}`],
  [
    'an address that was left and is taken again',
    /^moved [\w/-]+$/,
    () => sql`insert into moved_page
    select organization_id, space_id, path, page_id, now() from page where ${here()} and path is not null limit 1`,
  ],
  [
    'the file of a change request',
    /^file of an older revision or change request \w+$/,
    () => sql`delete from unshown_file where ${here()}`,
  ],
]

test.each(spoiled)('%s is reported by the check and rebuilt', async (_, told, spoil) => {
  expect(await wrong(true)).toEqual([])
  await spoil().execute(app.db)
  const found = await wrong(true)
  expect(found.length).toBeGreaterThan(0)
  for (const one of found) expect(one).toMatch(told)
  expect(await wrong(false)).toEqual(found)
  expect(await wrong(true)).toEqual([])
})
