import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { StructuredDocument } from '#contract/documents.ts'
import { documentOf } from '#markup/document/read.ts'
import { samplePage } from '#markup/sample-page.ts'
import { useTestApp } from '#testing/app.ts'
import { aSpaceIn, createdBy, page, write } from '#testing/change-requests.ts'

const app = useTestApp()

const query = { format: 'document' } as const
const insert = (document: StructuredDocument, title = 'Page'): ContentChangeInput => ({
  operation: 'insert_page',
  title,
  document: { document },
})

test('a page sent as a document is returned as the same document everywhere', async () => {
  const space = await aSpaceIn(app)
  const document = documentOf(samplePage)
  const created = await space.edit([insert(document)])
  const [pageId = ''] = createdBy(created)
  const { params } = space
  const read = await space.as(api.spaceContent.page, { params: { ...params, pageId }, query })
  expect(api.spaceContent.page.response.parse(read)).toEqual(read)
  if (read.type !== 'document') throw new Error('It is no document')
  expect(read).not.toHaveProperty('markdown')
  expect(keyless(read.document)).toEqual(keyless(document))
  const byPath = await space.as(api.spaceContent.pageByPath, {
    params: { ...params, pagePath: 'page' },
    query,
  })
  expect(byPath).toEqual(read)
  const { documentId = '' } = read
  const alone = await space.as(api.spaceContent.document, { params: { ...params, documentId }, query: {} })
  expect(alone).toEqual(read.document)
  const past = { ...params, revisionId: created.revision, pageId }
  expect(await space.as(api.revisions.page, { params: past, query })).toEqual(read)
  const request = await space.request()
  const proposed = { ...params, changeRequestId: request.id, pageId }
  expect(await space.as(api.changeRequestContent.page, { params: proposed, query })).toEqual(read)
})

test('a text can be read by its id only in spaces that contain or contained it', async () => {
  const space = await aSpaceIn(app)
  const [pageId = ''] = createdBy(await space.edit([page('Secret', 'First words')]))
  const idIn = async (changeRequestId?: string) => {
    const read =
      changeRequestId === undefined
        ? await space.as(api.spaceContent.page, { params: { ...space.params, pageId }, query })
        : await space.as(api.changeRequestContent.page, {
            params: { ...space.params, changeRequestId, pageId },
            query,
          })
    return (read.type === 'document' && read.documentId) || ''
  }
  const first = await idIn()
  const request = await space.request()
  await space.propose(request.id, [write(pageId, 'Proposed words')])
  const proposed = await idIn(request.id)
  await space.edit([write(pageId, 'Second words')])
  const created = await space.edit([
    { operation: 'insert_reusable_content', title: 'Notice', document: { markdown: 'Shared words' } },
  ])
  const shared = created.changes.flatMap((one) =>
    one.object === 'created_reusable_content' ? one.reusableContent.id : [],
  )
  const { document: sharedId = '' } = await space.as(api.spaceContent.reusableContent, {
    params: { ...space.params, reusableContentId: shared[0] ?? '' },
    query: {},
  })
  const all = [first, await idIn(), proposed, sharedId]
  expect(new Set(all).size).toBe(4)
  const other = await space.as(api.spaces.create, {
    params: { organizationId: space.organizationId },
    body: { title: 'Other' },
  })
  for (const documentId of all) {
    const text = await space.as(api.spaceContent.document, {
      params: { ...space.params, documentId },
      query: {},
    })
    expect(text).toHaveProperty('object', 'document')
    const input = { params: { spaceId: other.id, documentId }, query: {} }
    const refusal = space.as(api.spaceContent.document, input)
    await expect(refusal).rejects.toMatchObject({ status: 404 })
  }
})

test('unchanged parts of a document keep their Markdown spelling', async () => {
  const space = await aSpaceIn(app)
  const markdown = 'One\nline _of_ two\n\n[Here](/other.md)\n\n- a\n- b\n'
  const created = await space.edit([
    { operation: 'insert_page', title: 'Other', document: {} },
    { operation: 'insert_page', title: 'Page', document: { markdown } },
  ])
  const [other, pageId = ''] = createdBy(created)
  const read = await space.as(api.spaceContent.page, { params: { ...space.params, pageId }, query })
  const document = read.type === 'document' ? read.document : undefined
  if (document === undefined) throw new Error('There is no document')
  const link = document.nodes[1]?.nodes?.[0]
  expect(link).toMatchObject({ type: 'link', data: { ref: { kind: 'page', page: other } } })
  const more = documentOf('# Not a title\n\n---\n').nodes
  const changed = { ...document, nodes: [...more, ...document.nodes] }
  await space.edit([{ operation: 'update_page', page: pageId, document: { document: changed } }])
  expect(await space.text(pageId)).toBe(`# Not a title\n\n___\n\n${markdown}`)
  const request = await space.request()
  const update: ContentChangeInput = { operation: 'update_page', page: pageId, document: { document } }
  await space.propose(request.id, [update])
  expect(await space.textOf(request.id, pageId)).toBe(markdown)
})

test('an invalid document is refused with the path of the error', async () => {
  const space = await aSpaceIn(app)
  const at = ['body', 'changes', 0, 'document', 'document']
  const paragraph = (inline: object) => ({ object: 'block', type: 'paragraph', nodes: [inline] })
  const leaf = (type: string) => ({ object: 'leaf', text: 'a', marks: [{ object: 'mark', type }] })
  const faults: [object[], (string | number)[]][] = [
    [[{ object: 'block', type: 'marquee' }], ['nodes', 0, 'type']],
    [[{ object: 'text', leaves: [] }], ['nodes', 0]],
    [[{ object: 'block', type: 'list-item' }], ['nodes', 0, 'type']],
    [[{ object: 'block', type: 'file', data: {} }], ['nodes', 0, 'data', 'ref']],
    [[paragraph({ object: 'inline', type: 'blink' })], ['nodes', 0, 'nodes', 0, 'type']],
    [
      [paragraph({ object: 'text', leaves: [leaf('loud')] })],
      ['nodes', 0, 'nodes', 0, 'leaves', 0, 'marks', 0, 'type'],
    ],
    [
      [
        { object: 'block', type: 'divider' },
        { object: 'block', type: 'if', data: { expression: 'a %} b' } },
      ],
      ['nodes', 1, 'data', 'expression'],
    ],
  ]
  for (const [nodes, path] of faults) {
    const document = { object: 'document', data: {}, nodes } as StructuredDocument
    await expect(space.edit([insert(document)])).rejects.toMatchObject({
      status: 400,
      type: 'validation',
      issues: [{ path: [...at, ...path] }],
    })
  }
  expect(await space.tree()).toEqual([])
})

test('a text that is too complex to display is refused, and nothing changes', async () => {
  const space = await aSpaceIn(app)
  const columns = 2_000
  const markdown = `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'|a|\n'.repeat(2_000)}`
  const change = { operation: 'insert_page', title: 'Wide', document: { markdown } } as const
  await expect(space.edit([change])).rejects.toMatchObject({
    status: 400,
    message: 'This page has too many table cells to display. Split it into several pages',
    issues: [{ path: ['body', 'changes', 0, 'document'] }],
  })
  expect(await space.tree()).toEqual([])
})

test('a missing document is 404', async () => {
  const space = await aSpaceIn(app)
  for (const documentId of ['nosuchdocument', 'x'.repeat(43)]) {
    const input = space.as(api.spaceContent.document, { params: { ...space.params, documentId }, query: {} })
    await expect(input).rejects.toMatchObject({ status: 404 })
  }
})

const keyless = (document: StructuredDocument | undefined): unknown =>
  JSON.parse(JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value)))
