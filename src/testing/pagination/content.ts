import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import { page } from '../a-published-site.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

export async function content(setup: Setup): Promise<ListFixtures> {
  const { app, call, inOrganization } = setup
  const aSpace = spacesIn(setup)
  const { id: spaceId } = await aSpace()
  const params = { spaceId }
  const edit = (...changes: ReturnType<typeof page>[]) =>
    call(api.spaceContent.edit, { params, body: { changes } })
  const aFile = () => {
    const upload = { name: 'a.txt', contentType: 'text/plain', base64: btoa(newId()) }
    return edit({ operation: 'insert_files', files: [upload] })
  }
  const files = await repeat(ROWS, aFile)
  const file = files[0]?.insertedFiles?.[0]?.file.id ?? ''
  const aPage = async (markdown: string) => {
    const [made] = (await edit(page('Page', markdown))).changes
    const id = made?.object === 'created_page' ? made.page.id : ''
    return { id, undo: () => edit({ operation: 'delete_page', page: id }) }
  }
  let count = 0
  const addLink = async () => (await aPage(`[file](/files/${file}) and [out](https://x.org/${count++})`)).undo
  await repeat(ROWS, addLink)
  const addBacklink = async () => (await aPage(`[page](/pages/${pageId})`)).undo
  const urls = Array.from({ length: ROWS }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')
  const { id: pageId } = await aPage(urls)
  await repeat(ROWS, addBacklink)
  const addLinkedPage = async () => {
    const { id, undo } = await aPage('Linked')
    const link = await aPage(`[page](/pages/${id})`)
    return async () => {
      await link.undo()
      await undo()
    }
  }
  await repeat(ROWS, addLinkedPage)
  const addMatchingSpace = async () => {
    const space = await aSpace(`Found ${count++}`)
    const changes = [page('Page', `needle ${'and more '.repeat(count % 4)}`)]
    await call(api.spaceContent.edit, { params: { spaceId: space.id }, body: { changes } })
    return space.undo
  }
  await repeat(ROWS, addMatchingSpace)
  await repeat(ROWS, () => aPage('a needle in the space'))
  const addImport = async () => {
    const id = newId()
    const row = { organization_id: inOrganization.organizationId, id, space_id: spaceId }
    const source = JSON.stringify({ type: 'website', url: 'https://example.org/' })
    await app.db
      .insertInto('import_run')
      .values({ ...row, source, created_at: new Date() })
      .execute()
    return () => app.db.deleteFrom('import_run').where('id', '=', id).execute()
  }
  await repeat(ROWS, addImport)
  const importItems = await importItemsOf(setup, spaceId)
  const addReusable = async () => {
    const body = { title: 'Note', document: { markdown: 'Text' } }
    const { id } = await call(api.spaceContent.createReusableContent, { params, body })
    const path = { params: { spaceId, reusableContentId: id } }
    return () => call(api.spaceContent.deleteReusableContent, path)
  }
  await repeat(ROWS, addReusable)
  const shown = await call(api.spaceContent.createReusableContent, {
    params,
    body: { title: 'Shown', document: { markdown: 'Text' } },
  })
  const addInclude = async () => (await aPage(`{% include "/reusable-contents/${shown.id}" %}`)).undo
  await repeat(ROWS, addInclude)
  const addFile = async () => {
    await aFile()
    return noUndo
  }
  const { revision: revisionId } = await call(api.spaces.get, { params })
  return {
    listSpaceFiles: { params, addRow: addFile },
    listSpaceFileBacklinks: { params: { spaceId, fileId: file }, addRow: addLink },
    listSpacePageLinks: { params: { spaceId, pageId }, addRow: addLink },
    listSpaceLinks: { params, addRow: addLink },
    listImportItems: importItems,
    listImportRuns: { params: inOrganization, addRow: addImport },
    listSpaceLinkOccurrences: { params, addRow: addLink },
    listSpaceReusableContents: { params, addRow: addReusable },
    listSpaceReusableContentBacklinks: {
      params: { spaceId, reusableContentId: shown.id },
      addRow: addInclude,
    },
    listSpacePageBacklinks: { params: { spaceId, pageId }, addRow: addBacklink },
    listSpaceLinkedPages: { params, addRow: addLinkedPage },
    listRevisions: { params, addRow: addFile },
    listRevisionReusableContents: { params: { spaceId, revisionId }, addRow: addFile },
    listRevisionFiles: { params: { spaceId, revisionId }, addRow: addFile },
    searchOrganization: { params: inOrganization, query: { query: 'needle' }, addRow: addMatchingSpace },
    searchSpace: {
      params,
      query: { query: 'needle' },
      addRow: async () => (await aPage('one more needle')).undo,
    },
    listImports: { params: inOrganization, addRow: addImport },
  }
}

/** An import with its items. */
async function importItemsOf({ app, inOrganization: params }: Setup, space_id: string) {
  const run = { organization_id: params.organizationId, id: newId(), space_id }
  const source = JSON.stringify({ type: 'website', url: 'https://example.org/' })
  await app.db
    .insertInto('import_run')
    .values({ ...run, source, created_at: new Date() })
    .execute()
  const { id: import_id, organization_id } = run
  let position = 0
  const addRow = async () => {
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
  await repeat(ROWS, addRow)
  return { params: { ...params, importRunId: import_id }, addRow }
}
