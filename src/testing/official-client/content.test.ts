import { ChangeRequestReviewStatus, ChangeRequestStatus } from '@gitbook/api'
import { expect, test } from 'vitest'
import { useTestApp } from '../app.ts'
import { aSpaceIn } from '../change-requests.ts'
import { differencesIn, expectRefused, officialClient } from './client.ts'

const app = useTestApp()

async function aHandbook() {
  const { admin, spaceId, organizationId, edit } = await aSpaceIn(app, 'Handbook')
  await edit([
    { operation: 'insert_page', title: 'Welcome', document: { markdown: 'See [usage](./usage.md).' } },
    {
      operation: 'insert_page',
      ref: 'usage',
      title: 'Usage',
      document: { markdown: '## Start\n\nPress it.' },
    },
  ])
  return { organizationId, spaceId, admin, client: await officialClient(app, admin) }
}

test('a space is read by its pages, files, reusable contents and documents', async () => {
  const { spaceId, organizationId, client } = await aHandbook()
  const { spaces, orgs } = client.api
  const { data: content } = await spaces.getCurrentRevision(spaceId, { metadata: false })
  expect(content).toMatchObject({ object: 'revision', type: 'edits' })
  const [welcome, usage] = (await spaces.listPages(spaceId)).data.pages
  if (welcome?.type !== 'document' || !('documentId' in welcome) || usage === undefined)
    throw new Error('The pages are missing')
  const { data: markdown } = await spaces.getPageById(spaceId, usage.id, { format: 'markdown' })
  expect(markdown).toHaveProperty('markdown', '## Start\n\nPress it.')
  const { data: structured } = await spaces.getPageById(spaceId, usage.id, { format: 'document' })
  expect(structured).toHaveProperty('document.nodes')
  expect((await spaces.getPageByPath(spaceId, 'usage')).data.id).toBe(usage.id)
  expect(await spaces.listSpacePageMetaLinks(spaceId, usage.id)).toHaveProperty('data')
  const { data: document } = await spaces.getDocumentById(spaceId, welcome.documentId ?? '')
  expect(document.nodes[0]).toMatchObject({ object: 'block', type: 'paragraph' })
  expect((await spaces.listFiles(spaceId)).data.items).toEqual([])

  const search = await spaces.searchSpaceContent(spaceId, { query: 'press' })
  expect(search.data.items.map(({ title }) => title)).toEqual(['Usage'])
  const found = await orgs.searchOrganizationContent(organizationId, { query: 'press' })
  expect(found.data.items.length).toBe(1)
  expect((await spaces.getSpacePdf(spaceId)).data.url).toContain('/pdf/')

  const revision = content.id
  expect((await spaces.getRevisionById(spaceId, revision, { metadata: true })).data.pages).toHaveLength(2)
  expect((await spaces.listPagesInRevisionById(spaceId, revision)).data.pages).toHaveLength(2)
  expect((await spaces.getPageInRevisionById(spaceId, revision, usage.id)).data.title).toBe('Usage')
  expect((await spaces.getPageInRevisionByPath(spaceId, revision, 'usage')).data.id).toBe(usage.id)
  const { data: evaluated } = await spaces.getPageDocumentInRevisionById(spaceId, revision, usage.id, {
    evaluated: 'deterministic-only',
    dereferenced: 'reusable-contents',
  })
  expect(evaluated).toMatchObject({
    object: 'document',
    nodes: [{ type: 'heading-1' }, { type: 'paragraph' }],
  })
  await spaces.listRevisionPageMetaLinks(spaceId, revision, usage.id)
  const { data: changes } = await spaces.getRevisionSemanticChanges(spaceId, revision, { limit: 5 })
  expect(changes.changes.map(({ type }) => type)).toEqual(['page_created', 'page_created'])
  expect((await spaces.listFilesInRevisionById(spaceId, revision)).data.items).toEqual([])

  expect(differencesIn(client.calls)).toEqual({})
})

test('change requests are written, reviewed, discussed and merged', async () => {
  const { spaceId, organizationId, admin, client } = await aHandbook()
  const reviewer = await app.aMember(organizationId, 'review')
  const { spaces, orgs } = client.api
  const { data: request } = await spaces.createChangeRequest(spaceId, { subject: 'A page on safety' })
  expect(request).toMatchObject({ object: 'change-request', number: 1, status: 'draft', comments: 0 })
  const { data: edited } = await spaces.updateChangeRequestContent(
    spaceId,
    request.id,
    {
      changes: [{ operation: 'insert_page', title: 'Safety', document: { markdown: 'Wear gloves.' } }],
    },
    { compat: false },
  )
  expect(edited).toHaveProperty('changes.0.object', 'created_page')
  await spaces.updateChangeRequestById(spaceId, request.id, { status: ChangeRequestStatus.Open })
  expect(
    (await spaces.listChangeRequestsForSpace(spaceId, { status: ChangeRequestStatus.Open })).data.items,
  ).toHaveLength(1)
  expect((await orgs.listChangeRequestsForOrganization(organizationId)).data.items).toHaveLength(1)
  expect((await spaces.getChangeRequestById(spaceId, '1')).data.id).toBe(request.id)
  expect((await spaces.getRevisionOfChangeRequestById(spaceId, request.id)).data.pages).toHaveLength(3)
  const { pages } = (await spaces.listPagesInChangeRequest(spaceId, request.id)).data
  const safety = pages[2]?.id ?? ''
  expect((await spaces.getPageInChangeRequestById(spaceId, request.id, safety)).data.title).toBe('Safety')
  expect((await spaces.getPageInChangeRequestByPath(spaceId, request.id, 'safety')).data.id).toBe(safety)
  await spaces.listChangeRequestPageMetaLinks(spaceId, request.id, safety)
  expect((await spaces.listFilesInChangeRequestById(spaceId, request.id)).data.items).toEqual([])
  expect((await spaces.getChangeRequestChanges(spaceId, request.id)).data.changes).toHaveLength(1)
  expect((await spaces.getChangeRequestPdf(spaceId, request.id)).data.url).toContain('/pdf/')

  await spaces.requestReviewersForChangeRequest(spaceId, request.id, { users: [reviewer.userId] })
  const asked = await spaces.getRequestedReviewersByChangeRequestId(spaceId, request.id)
  expect(asked.data.items).toHaveLength(1)
  const other = await officialClient(app, reviewer)
  const { data: review } = await other.api.spaces.submitChangeRequestReview(spaceId, request.id, {
    status: ChangeRequestReviewStatus.Approved,
    comment: { markdown: 'Fine.' },
  })
  expect((await spaces.getChangeRequestReviewById(spaceId, request.id, review.id)).data.status).toBe(
    'approved',
  )
  expect((await spaces.getReviewsByChangeRequestId(spaceId, request.id)).data.items).toHaveLength(1)
  expect((await spaces.getContributorsByChangeRequestId(spaceId, request.id)).data.items).not.toEqual([])

  const at = [spaceId, request.id] as const
  const { data: comment } = await spaces.postCommentInChangeRequest(...at, {
    page: safety,
    body: { markdown: 'Why?' },
  })
  const { data: reply } = await spaces.postCommentReplyInChangeRequest(...at, comment.id, {
    body: { markdown: 'So.' },
  })
  await spaces.updateCommentReplyInChangeRequest(...at, comment.id, reply.id, {
    body: { markdown: 'So there.' },
  })
  expect((await spaces.listCommentRepliesInChangeRequest(...at, comment.id)).data.items).toHaveLength(1)
  expect((await spaces.getCommentReplyInChangeRequest(...at, comment.id, reply.id)).data.id).toBe(reply.id)
  const { data: resolved } = await spaces.updateCommentInChangeRequest(...at, comment.id, {
    resolved: true,
    addedReactions: ['1f44d'],
  })
  expect(resolved).toMatchObject({ status: 'resolved', reactions: [{ emoji: '1f44d', count: 1 }] })
  expect((await spaces.getCommentInChangeRequest(...at, comment.id)).data.replies).toBe(1)
  expect((await spaces.listCommentsInChangeRequest(...at, { status: 'resolved' })).data.items).toHaveLength(1)
  const { data: commenters } = await spaces.listCommentersInChangeRequest(...at)
  expect(commenters.items.map((member) => member.id)).toContain(admin.userId)
  await spaces.deleteCommentReplyInChangeRequest(...at, comment.id, reply.id)
  await spaces.deleteCommentInChangeRequest(...at, comment.id)

  const { data: update } = await spaces.updateChangeRequest(...at)
  expect(update.result).toBe('update')
  const { data: merge } = await spaces.mergeChangeRequest(...at)
  expect(merge.result).toBe('merge')
  await expectRefused(spaces.mergeChangeRequest(...at), 409)

  expect(differencesIn([...client.calls, ...other.calls])).toEqual({})
})

test('a space is discussed, and its reusable contents, embeds and git state are read', async () => {
  const { spaceId, organizationId, admin, client } = await aHandbook()
  const { spaces, urls, orgs, integrations } = client.api
  const { data: comment } = await spaces.postCommentInSpace(spaceId, { body: { markdown: 'Hello' } })
  const { data: reply } = await spaces.postCommentReplyInSpace(spaceId, comment.id, {
    body: { markdown: 'Hi' },
  })
  expect((await spaces.getCommentReplyInSpace(spaceId, comment.id, reply.id)).data.id).toBe(reply.id)
  expect((await spaces.listCommentRepliesInSpace(spaceId, comment.id)).data.items).toHaveLength(1)
  expect((await spaces.listCommentsInSpace(spaceId, { format: 'markdown' })).data.items).toHaveLength(1)
  expect((await spaces.listCommentersInSpace(spaceId)).data.items.map((one) => one.id)).toEqual([
    admin.userId,
  ])
  await spaces.updateCommentReplyInSpace(spaceId, comment.id, reply.id, { addedReactions: ['1f44d'] })
  await spaces.updateCommentInSpace(spaceId, comment.id, { body: { markdown: 'Hello there' } })
  expect((await spaces.getCommentInSpace(spaceId, comment.id)).data.replies).toBe(1)
  await spaces.deleteCommentReplyInSpace(spaceId, comment.id, reply.id)
  await spaces.deleteCommentInSpace(spaceId, comment.id)

  const video = { url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' }
  expect((await urls.getEmbedByUrl(video)).data).toMatchObject({ site: 'YouTube', type: 'rich' })
  const link = { url: 'https://example.org/a/page' }
  expect((await spaces.getEmbedByUrlInSpace(spaceId, link)).data).toMatchObject({
    site: 'example.org',
    type: 'link',
  })
  await expectRefused(spaces.getSpaceGitInfo(spaceId), 404)

  const none: readonly unknown[] = []
  expect((await spaces.listSpaceIntegrations(spaceId)).data.items).toEqual(none)
  expect((await spaces.listSpaceIntegrationsBlocks(spaceId)).data).toEqual([])
  expect((await orgs.listOrganizationIntegrations(organizationId)).data.items).toEqual(none)
  expect((await orgs.listOrganizationInstallations(organizationId)).data.items).toEqual(none)
  expect((await orgs.listOrganizationIntegrationsStatus(organizationId)).data.items).toEqual(none)
  expect((await integrations.listIntegrations()).data.items).toEqual(none)

  expect(differencesIn(client.calls)).toEqual({})
})

test('reusable contents are written live, and a change without an answer saves its bytes', async () => {
  const { spaceId, admin } = await aHandbook()
  const request = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    app.send({
      method,
      url: `/v1/spaces/${spaceId}${path}`,
      token: admin.token,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  const made = await request('PUT', '/content/reusable-contents', {
    title: 'Warning',
    document: { markdown: 'Hot.' },
  })
  const { id } = made.json() as { id: string }
  const changed = await request('PUT', `/content/reusable-contents/${id}`, { title: 'Heat' })
  expect(changed.json()).toMatchObject({ id, title: 'Heat', markdown: 'Hot.' })
  const list = await request('GET', '/content/reusable-contents')
  expect(list.json()).toMatchObject({ count: 1, items: [{ id, title: 'Heat' }] })
  expect((await request('DELETE', `/content/reusable-contents/${id}`)).status).toBe(205)
  expect((await request('PUT', `/content/reusable-contents/${id}`, { title: 'Gone' })).status).toBe(404)

  const quiet = await request('PATCH', '', { title: 'Manual' }, { prefer: 'return=minimal' })
  expect([quiet.status, quiet.text, quiet.headers['preference-applied']]).toEqual([204, '', 'return=minimal'])
  expect((await request('PATCH', '', {}, { prefer: 'return=representation' })).json()).toMatchObject({
    title: 'Manual',
  })
})
