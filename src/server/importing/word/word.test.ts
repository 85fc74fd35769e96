import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { zipArchive } from '#testing/archives.ts'
import {
  footnote,
  heading,
  link,
  listLine,
  paragraph,
  picture,
  run,
  table,
  wordDocument,
} from '#testing/word-document.ts'
import { readInThread } from './read-in-thread.ts'

const png = readFileSync(join(import.meta.dirname, '../fixtures/listed/.gitbook/assets/unused.png'))
const stop = new AbortController().signal

const read = (bytes: Uint8Array, split = false) =>
  readInThread(Buffer.from(bytes), { path: 'Manual.docx', split, stop })

const textOf = async (bytes: Uint8Array) => (await read(bytes)).chapters[0]?.markdown ?? ''

const refusalOf = (bytes: Uint8Array) =>
  read(bytes).then(
    () => Promise.reject(new Error('It was read')),
    (error: Error) => error.message,
  )

describe('a Word file', () => {
  it('keeps its headings, lists, tables, text, links, code, footnotes and images', async () => {
    const file = await wordDocument({
      body: [
        paragraph('The manual', 'Title'),
        paragraph('1 Begin', 'TOC1'),
        heading(1, 'Begin', 'begin'),
        paragraph(
          run('Plain, ') +
            run('bold', '<w:b/>') +
            run(', ') +
            run('slanted', '<w:i/>') +
            run(', ') +
            run('npm start', '<w:rStyle w:val="VerbatimChar"/>') +
            run(' and ') +
            run('mono', '<w:rFonts w:ascii="Consolas"/>') +
            run('.') +
            footnote(1),
        ),
        heading(2, 'Steps'),
        listLine('one', { list: 2 }),
        listLine('two', { list: 2 }),
        listLine('two and a half', { list: 2, level: 1 }),
        listLine('dot', { list: 1 }),
        table([
          ['Name', 'Value'],
          ['a | b', '1'],
        ]),
        paragraph('const a = 1', 'SourceCode'),
        paragraph('const b = 2', 'SourceCode'),
        paragraph('Said.', 'Quote'),
        paragraph(
          link('the site', { relation: 'rId8' }) + run(' and ') + link('back', { bookmark: 'begin' }),
        ),
        paragraph(picture('rId9', 'A picture')),
        heading(1, 'End'),
        paragraph('Done.'),
      ],
      footnotes: ['A note.'],
      links: { rId8: 'https://example.org/a' },
      images: { rId9: png },
    })
    const { chapters, images, lost } = await read(file)
    expect(chapters.map(({ path }) => path)).toEqual(['Manual.docx'])
    const text = chapters[0]?.markdown ?? ''
    expect(text).toBe(
      [
        '---',
        'title: The manual',
        '---',
        '',
        '## Begin',
        '',
        'Plain, **bold**, *slanted*, `npm start` and `mono`.[^1]',
        '',
        '### Steps',
        '',
        '1. one',
        '2. two',
        '   1. two and a half',
        '',
        '* dot',
        '',
        '| Name | Value |',
        '| - | - |',
        '| a \\| b | 1 |',
        '',
        '```',
        'const a = 1',
        'const b = 2',
        '```',
        '',
        '> Said.',
        '',
        '[the site](https://example.org/a) and [back](#begin)',
        '',
        '![A picture](/Manual.docx/image1.png)',
        '',
        '## End',
        '',
        'Done.',
        '',
        '[^1]: A note.',
        '',
      ].join('\n'),
    )
    expect(images.map(({ name, bytes }) => [name, bytes.equals(png)])).toEqual([['image1.png', true]])
    expect(lost).toEqual([])
  })

  it('is one page unless it is split; then links and notes follow their chapters', async () => {
    const file = await wordDocument({
      body: [
        paragraph('Book', 'Title'),
        paragraph('Before.'),
        heading(1, 'One'),
        paragraph(link('see two', { bookmark: 'deep' })),
        heading(1, 'Two'),
        heading(2, 'Deep', 'deep'),
        paragraph(run('Text') + footnote(1)),
      ],
      footnotes: ['Only in two.'],
    })
    expect((await read(file)).chapters).toHaveLength(1)
    const { chapters } = await read(file, true)
    expect(chapters.map(({ path }) => path)).toEqual([
      'Manual.docx',
      'Manual.docx/01-one.docx',
      'Manual.docx/02-two.docx',
    ])
    expect(chapters[0]?.markdown).toBe('---\ntitle: Book\n---\n\nBefore.\n')
    expect(chapters[1]?.markdown).toContain('[see two](/Manual.docx/02-two.docx#deep)')
    expect(chapters[2]?.markdown).toBe('---\ntitle: Two\n---\n\n## Deep\n\nText[^1]\n\n[^1]: Only in two.\n')
  })

  it('uses a single level 1 heading at the start as its title', async () => {
    expect(await textOf(await wordDocument({ body: [heading(1, 'Alone'), paragraph('Text.')] }))).toBe(
      '---\ntitle: Alone\n---\n\nText.\n',
    )
    expect(await textOf(await wordDocument({ body: [paragraph('First.'), heading(1, 'Later')] }))).toBe(
      '---\ntitle: Manual\n---\n\nFirst.\n\n## Later\n',
    )
  })

  it('contains no script, whatever its links and text', async () => {
    const file = await wordDocument({
      body: [
        paragraph(run('<script>alert(1)</script>') + link('click', { relation: 'rId8' })),
        paragraph('{% include "x" %} [x](javascript:alert(1))'),
      ],
      links: { rId8: 'javascript:alert(1)' },
    })
    const text = await textOf(file)
    expect(text).not.toMatch(/(?<!\\)<script/)
    expect(text).not.toMatch(/\]\(javascript:/)
  })
})

describe('a malicious Word file is refused with the reason', () => {
  it('when it unpacks to far more than its size', async () => {
    const bomb = await wordDocument({
      body: [],
      parts: { 'word/media/zeros.png': new Uint8Array(60 * 1_048_576) },
    })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await refusalOf(bomb)).toMatch(/far too large when unpacked/)
  })

  it('when a part is larger than declared', async () => {
    const honest = await zipArchive({
      '[Content_Types].xml': '<x/>',
      'word/a.png': new Uint8Array(3_000_000),
    })
    const directory = honest.indexOf(Buffer.from('504b0102', 'hex'), honest.indexOf('504b0102', 'hex') + 4)
    const lying = Buffer.from(honest)
    for (let at = 0; at < lying.length - 4; at++)
      if (lying.readUInt32LE(at) === 3_000_000) lying.writeUInt32LE(30, at)
    expect(directory).toBeGreaterThan(0)
    expect(await refusalOf(lying)).toMatch(/damaged/)
  })

  it('when its XML declares internal or external entities', async () => {
    const document = (declared: string, text: string) =>
      wordDocument({
        body: [],
        parts: {
          'word/document.xml': `<?xml version="1.0"?><!DOCTYPE d [${declared}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
        },
      })
    expect(await refusalOf(await document('<!ENTITY e SYSTEM "file:///etc/passwd">', '&e;'))).toMatch(
      /declares XML entities/,
    )
    expect(await refusalOf(await document('<!ENTITY a "ha"><!ENTITY b "&a;&a;">', '&b;'))).toMatch(
      /declares XML entities/,
    )
  })

  it('when it is not a Word file', async () => {
    expect(await refusalOf(Buffer.from('nonsense'))).toMatch(/it isn’t a \.docx file/)
    expect(await refusalOf(await zipArchive({ 'a.txt': 'x' }))).toMatch(/it isn’t a \.docx file/)
    expect(await refusalOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(
      /encrypted or in the old \.doc format/,
    )
    expect(
      await refusalOf(await wordDocument({ body: [], parts: { 'word/document.xml': '<w:document' } })),
    ).toMatch(/damaged/)
  })

  it('when its elements are nested too deeply', async () => {
    const depth = 200_000
    const deep = `${'<w:smartTag>'.repeat(depth)}${'</w:smartTag>'.repeat(depth)}`
    expect(await refusalOf(await wordDocument({ body: [`<w:p>${deep}</w:p>`] }))).toMatch(/nested too deeply/)
  })

  it('in part, when an image has too many pixels', async () => {
    const huge = Buffer.from(png)
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const file = await wordDocument({
      body: [paragraph(picture('rId9', 'Huge')), paragraph('Text.')],
      images: { rId9: huge },
    })
    const { lost, images, chapters } = await read(file)
    expect(lost).toEqual([{ name: 'image1.png', reason: expect.stringMatching(/60000 × 60000 pixels/) }])
    expect(images).toEqual([])
    expect(chapters[0]?.markdown).toContain('Text.')
  })

  it('and its reading ends when the import is stopped', async () => {
    const stopping = new AbortController()
    const reading = readInThread(await wordDocument({ body: [paragraph('Text.')] }), {
      path: 'a.docx',
      split: false,
      stop: stopping.signal,
    })
    stopping.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
  })
})
