import { expect, test } from 'vitest'
import { formatDuration, progressFraction, progressLabel, resultLabel, sourceLabel } from './labels.ts'

const files = (...names: string[]) => ({
  source: { type: 'file' as const, files: names.slice(0, 100), filesTotal: names.length },
})

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
  [files(...Array.from({ length: 1214 }, (_, at) => `docs/${at}.md`)), 'docs, 1,214 files'],
])('a source has a label', (run, name) => {
  expect(sourceLabel(run)).toBe(name)
})

test('a running import has a progress label', () => {
  const at = (phase: 'reading' | 'adding', imported: number, total: number) => ({
    status: 'in-progress' as const,
    progress: { phase, imported, total },
  })
  expect(progressLabel({ ...at('reading', 0, 0), status: 'pending' })).toBe('Waiting in the queue')
  expect(progressLabel(at('reading', 12, 12))).toBe('Reading the source, 12 so far')
  expect(progressLabel(at('adding', 38, 194))).toBe('Adding the pages, 38 of 194')
  expect(progressLabel(at('adding', 194, 194))).toBe('Adding the pages')
  expect(progressFraction(at('adding', 50, 200))).toBe(0.25)
  expect(progressFraction(at('reading', 12, 12))).toBeNull()
})

const report = {
  pages: 38,
  files: 1,
  linksResolved: 0,
  linksBroken: 0,
  brokenLinks: [],
  bytes: 0,
  milliseconds: 0,
  skipped: [],
}

test('a finished import has a result label', () => {
  expect(resultLabel({ status: 'cancelled' })).toBe('Canceled')
  expect(resultLabel({ status: 'failed' })).toBe('Failed')
  const result = (skippedTotal: number) =>
    resultLabel({ status: 'completed', report: { ...report, skippedTotal } })
  expect(result(0)).toBe('38 pages, 1 file')
  expect(result(1200)).toBe('38 pages, 1 file, 1,200 left out')
})

test.each([
  [420, '0.4 s'],
  [12_300, '12 s'],
  [125_000, '2 min 5 s'],
  [120_000, '2 min'],
])('%s milliseconds are %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words)
})
