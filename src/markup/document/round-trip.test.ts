import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode } from '#contract/documents.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { samplePage } from '../sample-page.ts'
import { arbitraryDocument } from './arbitrary-documents.ts'
import { checkedDocument } from './checked.ts'
import { DocumentFault } from './fault.ts'
import { documentOf } from './read.ts'
import { fingerprint, markdownOf } from './write.ts'

const said = ({ nodes }: { nodes: readonly DocumentNode[] }) => nodes.map(fingerprint)

test('a document is read back from its Markdown as it was', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(arbitraryDocument, (given) => {
      const document = checkedDocument(given)
      expect(said(documentOf(markdownOf(document)))).toEqual(said(document))
    }),
    { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 62) },
  )
})

const pieces = fc.oneof(
  fc.constantFrom(...samplePage.split('\n\n')),
  fc.constantFrom(
    '- a',
    '1. b',
    '> c',
    '***x** y*',
    '<b>bold',
    '<div>\n',
    '{% tab %}',
    '# T',
    '```',
    '$$',
    '|a|\n|-|',
    '[x]: y',
  ),
)

test('Markdown that a document was written as is written the same again', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), fc.constantFrom('\n', '\n\n'), (some, between) => {
      const written = writtenOrNot(some.join(between))
      if (written !== null) expect(markdownOf(documentOf(written))).toBe(written)
    }),
    { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 62) },
  )
})

/** Broken markup has no document; nothing is written then, rather than something else. */
function writtenOrNot(text: string): string | null {
  try {
    return markdownOf(documentOf(text))
  } catch (error) {
    if (error instanceof DocumentFault) return null
    throw error
  }
}

test.each(await pages())('the page %s has a document that says all of it', (_name, text) => {
  const document = documentOf(text)
  expect(said(checkedDocument(document))).toEqual(said(document))
  const markdown = markdownOf(document)
  expect(said(documentOf(markdown))).toEqual(said(document))
  expect(markdownOf(documentOf(markdown))).toBe(markdown)
})

test('blocks that stay as they are stay as they are written', () => {
  const before = 'One\nline *of* two\n\n- a\n- b\n\nLast __words__\n'
  const document = documentOf(before)
  const nodes = document.nodes.with(
    2,
    documentOf('New words').nodes[0] ?? document.nodes[2] ?? { object: 'block' },
  )
  expect(markdownOf({ ...document, nodes }, before)).toBe('One\nline *of* two\n\n- a\n- b\n\nNew words\n')
})

async function pages(): Promise<[string, string][]> {
  const folder = new URL('fixtures/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const all = names.map((name, index): [string, string] => [name, splitFrontMatter(texts[index] ?? '').body])
  return [['of every block', samplePage], ...all]
}
