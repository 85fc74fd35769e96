import { expect, test } from 'vitest'
import { describeRevision, editingTime } from './labels.ts'

const edits = { type: 'edits' as const, parents: ['p'] }

test('a revision is named after what it changed', () => {
  const page = { object: 'page' as const, action: 'edited' as const, count: 1, names: ['Install'] }
  expect(describeRevision({ ...edits, summary: [page] })).toBe('Edited “Install”')
  expect(
    describeRevision({
      ...edits,
      summary: [
        { ...page, count: 2, names: ['Install', ''] },
        { object: 'page', action: 'deleted', count: 12, names: ['A', 'B', 'C'] },
        { object: 'file', action: 'created', count: 1, names: ['logo.png'] },
      ],
    }),
  ).toBe('Edited “Install” and “Untitled”, deleted 12 pages, added file “logo.png”')
  expect(
    describeRevision({
      ...edits,
      summary: [{ object: 'variable', action: 'edited', count: 2, names: ['host', 'port'] }],
    }),
  ).toBe('Edited variables “host” and “port”')
  expect(describeRevision({ ...edits, summary: [] })).toBe('Edited')
  expect(describeRevision({ ...edits, parents: [] })).toBe('Created the space')
})

test('an editing session of a minute or more has its time', () => {
  const createdAt = '2026-03-01T10:12:00.000Z'
  expect(editingTime({ createdAt, startedAt: '2026-03-01T10:00:00.000Z' })).toBe('for 12 min')
  expect(editingTime({ createdAt })).toBe('')
})
