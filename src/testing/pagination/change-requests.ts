import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { newId } from '#server/ids.ts'
import { page } from '../a-published-site.ts'
import { type ListFixtures, noUndo, ROWS, repeat, type Setup, spacesIn } from './setup.ts'

/** Change requests, and lists of the content of one. */
export async function changeRequests(setup: Setup): Promise<ListFixtures> {
  const { call, inOrganization } = setup
  const { id: spaceId } = await spacesIn(setup)()
  const params = { spaceId }
  const request = async () => {
    const { id } = await call(api.changeRequests.create, { params })
    const path = { params: { spaceId, changeRequestId: id } }
    await call(api.changeRequests.update, { ...path, body: { status: 'open' } })
    return () => call(api.changeRequests.update, { ...path, body: { status: 'archived' } })
  }
  await repeat(ROWS, request)
  return {
    listChangeRequests: { params, addRow: request },
    listOrganizationChangeRequests: { params: inOrganization, addRow: request },
    ...(await contentOfOne(setup, spaceId)),
  }
}

async function contentOfOne({ call }: Setup, spaceId: string): Promise<ListFixtures> {
  const { id: changeRequestId } = await call(api.changeRequests.create, { params: { spaceId } })
  const params = { spaceId, changeRequestId }
  const edit = async (...changes: ContentChangeInput[]) => {
    const response = await call(api.changeRequestContent.edit, { params, body: { changes, compat: false } })
    if (!('changes' in response)) throw new Error('The response contains no changes')
    return response
  }
  const aFile = () => {
    const upload = { name: 'a.txt', contentType: 'text/plain', base64: btoa(newId()) }
    return edit({ operation: 'insert_files', files: [upload] })
  }
  const [first] = await repeat(ROWS, aFile)
  const fileId = first?.insertedFiles?.[0]?.file.id ?? ''
  const aPage = async (markdown: string) => {
    const [made] = (await edit(page('Page', markdown))).changes
    const id = made?.object === 'created_page' ? made.page.id : ''
    return { id, undo: () => edit({ operation: 'delete_page', page: id }) }
  }
  const addLink = async () => (await aPage(`[file](/files/${fileId})`)).undo
  await repeat(ROWS, addLink)
  const urls = Array.from({ length: ROWS }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')
  const { id: pageId } = await aPage(urls)
  const addBacklink = async () => (await aPage(`[page](/pages/${pageId})`)).undo
  await repeat(ROWS, addBacklink)
  const addFile = async () => {
    await aFile()
    return noUndo
  }
  const aReusable = async () => {
    const document = { markdown: 'Text' }
    const [made] = (await edit({ operation: 'insert_reusable_content', title: 'Note', document })).changes
    const id = made?.object === 'created_reusable_content' ? made.reusableContent.id : ''
    return { id, undo: () => edit({ operation: 'delete_reusable_content', reusableContent: id }) }
  }
  const addReusable = async () => (await aReusable()).undo
  await repeat(ROWS, addReusable)
  const { id: reusableContentId } = await aReusable()
  const addInclude = async () => (await aPage(`{% include "/reusable-contents/${reusableContentId}" %}`)).undo
  await repeat(ROWS, addInclude)
  return {
    listChangeRequestReusableContents: { params, addRow: addReusable },
    listChangeRequestReusableContentBacklinks: {
      params: { ...params, reusableContentId },
      addRow: addInclude,
    },
    listChangeRequestFiles: { params, addRow: addFile },
    listChangeRequestFileBacklinks: { params: { ...params, fileId }, addRow: addLink },
    listChangeRequestPageBacklinks: { params: { ...params, pageId }, addRow: addBacklink },
    listChangeRequestPageLinks: { params: { ...params, pageId }, addRow: addLink },
    listChangeRequestLinks: { params, addRow: addLink },
    listChangeRequestLinkOccurrences: { params, addRow: addLink },
  }
}
