import { expect, test } from 'vitest'
import { durationOf, partDone, progressOf, resultOf, sourceOf } from './run-words.ts'

const files = (...names: string[]) => ({ source: { type: 'file' as const, files: names } })

test.each([
  [{ source: { type: 'website' as const, url: 'https://example.org/docs/' } }, 'example.org/docs'],
  [
    {
      source: {
        type: 'git' as const,
        url: 'https://git.example.org/docs.git',
        ref: 'refs/heads/next',
        withCredentials: false,
      },
    },
    'git.example.org/docs at next',
  ],
  [files('guide.zip'), 'guide.zip'],
  [files('docs/a.md', 'docs/b.md'), 'docs, 2 files'],
  [files('a.md', 'b.md'), '2 files'],
  [files(...Array.from({ length: 100 }, (_, at) => `docs/${at}.md`)), 'docs, 100 files or more'],
])('a source is named', (run, name) => {
  expect(sourceOf(run)).toBe(name)
})

test('a run tells what it is at', () => {
  const at = (phase: 'reading' | 'adding', imported: number, total: number) => ({
    status: 'in-progress' as const,
    progress: { phase, imported, total },
  })
  expect(progressOf({ ...at('reading', 0, 0), status: 'pending' })).toBe('Waiting for its turn')
  expect(progressOf(at('reading', 12, 12))).toBe('Reading the source, 12 so far')
  expect(progressOf(at('adding', 38, 194))).toBe('Adding the pages, 38 of 194')
  expect(progressOf(at('adding', 194, 194))).toBe('Adding the pages')
  expect(partDone(at('adding', 50, 200))).toBe(0.25)
  expect(partDone(at('reading', 12, 12))).toBeNull()
})

test('a run tells how it ended', () => {
  expect(resultOf({ status: 'cancelled' })).toBe('Cancelled')
  expect(resultOf({ status: 'failed' })).toBe('Failed')
})

test.each([
  [420, '0.4 s'],
  [12_300, '12 s'],
  [125_000, '2 min 5 s'],
  [120_000, '2 min'],
])('%s milliseconds are %s', (milliseconds, words) => {
  expect(durationOf(milliseconds)).toBe(words)
})
