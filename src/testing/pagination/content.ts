import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import { page } from '../a-published-site.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function content(ground: Setup): Promise<ListFixtures> {
  const { app, call, inOrganization } = ground
  const aSpace = spacesIn(ground)
  const { id: spaceId } = await aSpace()
  const params = { spaceId }
  const edit = (...changes: ReturnType<typeof page>[]) =>
    call(api.spaceContent.edit, { params, body: { changes } })
  const aFile = () => {
    const given = { name: 'a.txt', contentType: 'text/plain', base64: btoa(newId()) }
    return edit({ operation: 'insert_files', files: [given] })
  }
  const files = await repeat(ROWS, aFile)
  const file = files[0]?.insertedFiles?.[0]?.file.id ?? ''
  const aPage = async (markdown: string) => {
    const [made] = (await edit(page('Page', markdown))).changes
    const id = made?.object === 'created_page' ? made.page.id : ''
    return { id, undo: () => edit({ operation: 'delete_page', page: id }) }
  }
  let turn = 0
  const linking = async () => (await aPage(`[file](/files/${file}) and [out](https://x.org/${turn++})`)).undo
  await repeat(ROWS, linking)
  const pointing = async () => (await aPage(`[page](/pages/${pageId})`)).undo
  const urls = Array.from({ length: ROWS }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')
  const { id: pageId } = await aPage(urls)
  await repeat(ROWS, pointing)
  const needle = async () => {
    const found = await aSpace(`Found ${turn++}`)
    const changes = [page('Page', `needle ${'and more '.repeat(turn % 4)}`)]
    await call(api.spaceContent.edit, { params: { spaceId: found.id }, body: { changes } })
    return found.undo
  }
  await repeat(ROWS, needle)
  await repeat(ROWS, () => aPage('a needle in the space'))
  const run = async () => {
    const id = newId()
    const row = { organization_id: inOrganization.organizationId, id, space_id: spaceId }
    const source = JSON.stringify({ type: 'website', url: 'https://example.org/' })
    await app.db
      .insertInto('import_run')
      .values({ ...row, source, created_at: new Date() })
      .execute()
    return () => app.db.deleteFrom('import_run').where('id', '=', id).execute()
  }
  await repeat(ROWS, run)
  const item = await itemsOf(ground, spaceId)
  const comeFile = async () => {
    await aFile()
    return noUndo
  }
  const { revision: revisionId } = await call(api.spaces.get, { params })
  return {
    listSpaceFiles: { params, addRow: comeFile },
    listSpaceFileBacklinks: { params: { spaceId, fileId: file }, addRow: linking },
    listSpacePageLinks: { params: { spaceId, pageId }, addRow: linking },
    listSpaceLinks: { params, addRow: linking },
    listImportItems: item,
    listSpaceLinkPlaces: { params, addRow: linking },
    listSpacePageBacklinks: { params: { spaceId, pageId }, addRow: pointing },
    listRevisions: { params, addRow: comeFile },
    listRevisionFiles: { params: { spaceId, revisionId }, addRow: comeFile },
    searchOrganization: { params: inOrganization, query: { query: 'needle' }, addRow: needle },
    searchSpace: {
      params,
      query: { query: 'needle' },
      addRow: async () => (await aPage('one more needle')).undo,
    },
    listImports: { params: inOrganization, addRow: run },
  }
}

/** An import, and what became of each thing of its source. */
async function itemsOf({ app, inOrganization: params }: Setup, space_id: string) {
  const run = { organization_id: params.organizationId, id: newId(), space_id }
  const source = JSON.stringify({ type: 'website', url: 'https://example.org/' })
  await app.db
    .insertInto('import_run')
    .values({ ...run, source, created_at: new Date() })
    .execute()
  const { id: import_id, organization_id } = run
  let position = 0
  const come = async () => {
    const at = position++
    const row = {
      organization_id,
      space_id,
      import_id,
      position: at,
      source: `${at}.md`,
      outcome: 'page' as const,
    }
    await app.db
      .insertInto('import_item')
      .values({ ...row, reason: null, page_id: null, file_id: null, title: null, warnings: [] })
      .execute()
    return () =>
      app.db.deleteFrom('import_item').where('import_id', '=', import_id).where('position', '=', at).execute()
  }
  await repeat(ROWS, come)
  return { params: { ...params, importRunId: import_id }, come }
}
