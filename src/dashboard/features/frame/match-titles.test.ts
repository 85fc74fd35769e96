import { expect, test } from 'vitest'
import { matchTitles } from './match-titles.ts'

const titles = (list: readonly string[], query: string) =>
  matchTitles(list, query).map(({ index }) => list[index])

test.each([
  ['Terminal block', 'term', [{ from: 0, to: 4 }], 0],
  ['Bus termination', 'term', [{ from: 4, to: 8 }], 1],
  ['Determination', 'term', [{ from: 2, to: 6 }], 2],
  [
    'Bus termination',
    'term bus',
    [
      { from: 0, to: 3 },
      { from: 4, to: 8 },
    ],
    0,
  ],
  ['Terminal block', 'termnal', [{ from: 0, to: 8 }], 3],
  ['Handbook', '', [], 0],
])('marks where “%s” matches “%s”', (title, query, spans, rank) => {
  expect(matchTitles([title], query)).toEqual([{ index: 0, spans, rank }])
})

test('titles that lack a term are left out', () => {
  expect(titles(['Handbook', 'Hand and foot'], 'hand foot')).toEqual(['Hand and foot'])
})

test('a match at the start comes first, and a match with a typo last', () => {
  expect(titles(['Determination', 'Old terms', 'Tern', 'Terminal'], 'term')).toEqual([
    'Terminal',
    'Old terms',
    'Determination',
  ])
  expect(titles(['Hnadbook', 'My handbook', 'Handbook'], 'handbook')).toEqual([
    'Handbook',
    'My handbook',
    'Hnadbook',
  ])
})

test.each([
  ['hnadbook', 'Handbook'],
  ['cofniguration', 'Configuration'],
  ['uber', 'Über uns'],
  ['café', 'Cafe'],
  ['lodz', 'Łódź'],
  ['установк', 'Руководство по установке'],
  ['設定', '初期設定ガイド'],
  ['가이드', '관리자 가이드'],
  ['on call', 'On-call rota'],
  ['2.10', 'Release notes 2.10'],
])('“%s” matches “%s”', (query, title) => {
  expect(titles(['Something else', title], query)).toEqual([title])
})

test('a query of punctuation matches nothing', () => {
  expect(titles(['C++'], '++')).toEqual([])
})
