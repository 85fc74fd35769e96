import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { zipArchive } from '#testing/archives.ts'
import { formOf, useImports } from '#testing/importing.ts'
import { heading, paragraph, picture, run, wordDocument } from '#testing/word-document.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, itemsOf, over, treeOf } = useImports(app)
const png = readFileSync(
  join(import.meta.dirname, '../../importing/fixtures/listed/.gitbook/assets/unused.png'),
)

describe('Word and HTML files', async () => {
  const wordFile = await wordDocument({
    body: [
      heading(1, 'One'),
      paragraph('Text.'),
      heading(1, 'Two'),
      paragraph(picture('rId9', 'Pic') + run('.')),
    ],
    images: { rId9: png },
  })

  it('are imported with the images next to them in an archive', async () => {
    const space = await aSpace()
    const archive = await zipArchive({
      'docs/a.md': '# A\n\n![of](img/a.png)',
      'docs/web.html': '<title>Web</title><main><h1>Web</h1><img src="img/b.png" alt=""></main>',
      'docs/img/a.png': png,
      'docs/img/b.png': png.subarray(0, -1),
    })
    const run = await over(
      space,
      await app.as(space.admin)(api.spaceContent.upload, {
        params: { spaceId: space.spaceId },
        body: formOf({ 'docs.zip': archive }),
      }),
    )
    expect(run).toMatchObject({
      status: 'completed',
      report: { pages: 2, files: 2, linksBroken: 0, skipped: [] },
    })
  })

  it('are imported along with Markdown, everything is reported, and malicious files are refused', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const bomb = await wordDocument({
      body: [],
      parts: { 'word/media/z.png': new Uint8Array(30 * 1_048_576) },
    })
    const archive = await zipArchive({
      'docs/a.md': '# A\n\n[two](book.docx), [web](web.html), [gone](gone.md)',
      'docs/book.docx': wordFile,
      'docs/bomb.docx': bomb,
      'docs/old.doc': 'x',
      'docs/web.html': '<title>Web</title><main><h1>Web</h1><p>To <a href="a.md">A</a></p></main>',
    })
    const run = await over(
      space,
      await app.as(admin)(api.spaceContent.upload, {
        params: { spaceId },
        body: formOf({ 'x.zip': archive }),
      }),
    )
    expect(run).toMatchObject({
      status: 'completed',
      report: { pages: 3, files: 1, linksBroken: 1, linksResolved: 4 },
    })
    expect(await treeOf(space)).toEqual(['A', 'Book', 'Web'])
    const { items, count } = await itemsOf(space, run)
    expect(count).toBe(6)
    expect(items.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['a.md', 'page'],
      ['book.docx', 'page'],
      ['web.html', 'page'],
      ['book.docx/image1.png', 'file'],
      ['bomb.docx', 'left-out'],
      ['old.doc', 'left-out'],
    ])
    expect(items[0]?.warnings).toEqual(['The link gone.md is broken'])
    expect((await itemsOf(space, run, { outcome: 'warning' })).items.map(({ source }) => source)).toEqual([
      'a.md',
    ])
    const skipped = await itemsOf(space, run, { outcome: 'left-out' })
    expect(skipped.count).toBe(2)
    expect(skipped.items[0]?.reason).toMatch(/far too large when unpacked/)
    const file = await app.as(admin)(api.spaceContent.file, {
      params: { spaceId, fileId: items[3]?.file ?? '' },
      query: {},
    })
    expect(file).toMatchObject({ contentType: 'image/png' })
  })

  it('can be split at headings 1, below a page of the space', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const created = await app.as(admin)(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title: 'Here', document: { markdown: 'x' } }] },
    })
    const page =
      created.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))[0] ?? ''
    const run = await app.as(admin)(api.spaceContent.upload, {
      params: { spaceId },
      query: { below: page, splitHeadings: true },
      body: formOf({ 'Book.docx': wordFile }),
    })
    expect(run).toMatchObject({ target: { page }, options: { splitHeadings: true } })
    await over(space, run)
    expect(await treeOf(space)).toEqual(['Here', '  Book', '    One', '    Two'])
  })

  it('fail with a reason when none can be read', async () => {
    const space = await aSpace()
    const { admin, spaceId } = space
    const upload = async (name: string, content: string) =>
      over(
        space,
        await app.as(admin)(api.spaceContent.upload, {
          params: { spaceId },
          body: formOf({ [name]: content }),
        }),
      )
    expect(await upload('x.docx', 'nonsense')).toMatchObject({
      status: 'failed',
      reason: 'Nothing can be imported: x.docx: The Word file can’t be imported: it isn’t a .docx file',
    })
    expect((await upload('x.png', 'x')).reason).toMatch(/: it contains no Markdown, HTML or Word files$/)
  })
})
