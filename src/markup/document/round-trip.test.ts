import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode } from '#contract/documents.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { samplePage } from '../sample-page.ts'
import { arbitraryDocument } from './arbitrary-documents.ts'
import { DocumentError } from './document-error.ts'
import { normalizeDocument } from './normalize.ts'
import { documentOf } from './read.ts'
import { fingerprint, markdownOf } from './write.ts'

const fingerprints = ({ nodes }: { nodes: readonly DocumentNode[] }) => nodes.map(fingerprint)

test('a document survives the round trip through Markdown', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(arbitraryDocument, (arbitrary) => {
      const document = normalizeDocument(arbitrary)
      expect(fingerprints(documentOf(markdownOf(document)))).toEqual(fingerprints(document))
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

test('writing the Markdown of a document is idempotent', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), fc.constantFrom('\n', '\n\n'), (parts, separator) => {
      const markdown = writeIfPossible(parts.join(separator))
      if (markdown !== null) expect(markdownOf(documentOf(markdown))).toBe(markdown)
    }),
    { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 62) },
  )
})

/** Broken markup may have no Markdown with the same content; then nothing is written. */
function writeIfPossible(text: string): string | null {
  try {
    return markdownOf(documentOf(text))
  } catch (error) {
    if (error instanceof DocumentError) return null
    throw error
  }
}

test.each(await pages())('the page %s is represented completely by its document', (_name, text) => {
  const document = documentOf(text)
  expect(fingerprints(normalizeDocument(document))).toEqual(fingerprints(document))
  const markdown = markdownOf(document)
  expect(fingerprints(documentOf(markdown))).toEqual(fingerprints(document))
  expect(markdownOf(documentOf(markdown))).toBe(markdown)
})

test('unchanged blocks keep their source text', () => {
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
