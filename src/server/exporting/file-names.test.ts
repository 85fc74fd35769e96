import { expect, test } from 'vitest'
import { freeName, safeName } from './file-names.ts'
import { summaryTitle } from './titles.ts'

test.each([
  ['a/b\\c:d*e?.png', 'a-b-c-d-e-.png'],
  ['..', 'file'],
  ['.env', 'env'],
  ['trailing. ', 'trailing'],
  ['CON.txt', '_CON.txt'],
  ['node_modules', '_node_modules'],
  ['Café 文档 😀.md', 'Café 文档 😀.md'],
  ['line\nbreak\u202e', 'line-break-'],
])('the name %j becomes %j', (name, safe) => {
  expect(safeName(name, 'file')).toBe(safe)
})

test('a long name is cut between characters and keeps its extension', () => {
  const safe = safeName(`${'文'.repeat(90)}.png`, 'file')
  expect(safe).toMatch(/^文+\.png$/)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(100)
})

test('names that differ only in case conflict', () => {
  expect(freeName('A.png', new Set(['a.png', 'a-1.png']))).toBe('A-2.png')
})

test.each([
  ['Set up (the long way)', 'Set up (the long way)'],
  ['*bold* [x]', '\\*bold\\* \\[x\\]'],
  ['1. Begin', '1\\. Begin'],
  ['- dash', '\\- dash'],
  ['www.example.org', 'www example org'],
  ['  ', 'Untitled'],
])('the title %j is shown as %j', (title, shown) => {
  expect(summaryTitle(title)).toBe(shown)
})
