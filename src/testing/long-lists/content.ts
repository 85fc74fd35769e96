import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import { page } from '../a-published-site.ts'
import { type Ground, type LongLists, spacesIn, stays, stood, times } from './ground.ts'

export async function content(ground: Ground): Promise<LongLists> {
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
  const files = await times(stood, aFile)
  const file = files[0]?.insertedFiles?.[0]?.file.id ?? ''
  const aPage = async (markdown: string) => {
    const [made] = (await edit(page('Page', markdown))).changes
    const id = made?.object === 'created_page' ? made.page.id : ''
    return { id, undo: () => edit({ operation: 'delete_page', page: id }) }
  }
  let turn = 0
  const linking = async () => (await aPage(`[file](/files/${file}) and [out](https://x.org/${turn++})`)).undo
  await times(stood, linking)
  const pointing = async () => (await aPage(`[page](/pages/${pageId})`)).undo
  const urls = Array.from({ length: stood }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')
  const { id: pageId } = await aPage(urls)
  await times(stood, pointing)
  const needle = async () => {
    const found = await aSpace(`Found ${turn++}`)
    const changes = [page('Page', `needle ${'and more '.repeat(turn % 4)}`)]
    await call(api.spaceContent.edit, { params: { spaceId: found.id }, body: { changes } })
    return found.undo
  }
  await times(stood, needle)
  await times(stood, () => aPage('a needle in the space'))
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
  await times(stood, run)
  const item = await itemsOf(ground, spaceId)
  const comeFile = async () => {
    await aFile()
    return stays
  }
  const { revision: revisionId } = await call(api.spaces.get, { params })
  return {
    listSpaceFiles: { params, come: comeFile },
    listSpaceFileBacklinks: { params: { spaceId, fileId: file }, come: linking },
    listSpacePageLinks: { params: { spaceId, pageId }, come: linking },
    listSpaceLinks: { params, come: linking },
    listImportItems: item,
    listSpaceLinkPlaces: { params, come: linking },
    listSpacePageBacklinks: { params: { spaceId, pageId }, come: pointing },
    listRevisions: { params, come: comeFile },
    listRevisionFiles: { params: { spaceId, revisionId }, come: comeFile },
    searchOrganization: { params: inOrganization, query: { query: 'needle' }, come: needle },
    searchSpace: {
      params,
      query: { query: 'needle' },
      come: async () => (await aPage('one more needle')).undo,
    },
    listImports: { params: inOrganization, come: run },
  }
}

/** An import, and what became of each thing of its source. */
async function itemsOf({ app, inOrganization: params }: Ground, space_id: string) {
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
  await times(stood, come)
  return { params: { ...params, importRunId: import_id }, come }
}
