import { expect, test } from 'vitest'
import { headingsIn } from './headings-in.ts'

test('finds headings where they stand, and none in listings', () => {
  expect(headingsIn('# A\n\n```\n# no\n```\n## B ##\n#no\n~~~\n## no')).toEqual([
    { title: 'A', level: 1, at: 0 },
    { title: 'B', level: 2, at: 18 },
  ])
})
