import { expect, test } from 'vitest'
import { day, listOf, oneOf, searchParams, text } from './search-params.ts'

const { parse } = searchParams({
  view: oneOf('visual', 'source'),
  q: text(),
  from: day,
  ids: listOf(text(), 2),
})

test('values that are not what is expected replace those in the URL with undefined', () => {
  const url = { view: 'pdf', q: 7, from: '2027-02-30', ids: ['a', 'b', 'c'], other: 1 }
  expect({ ...url, ...parse(url) }).toStrictEqual({
    view: undefined,
    q: '7',
    from: undefined,
    ids: undefined,
    other: 1,
  })
})
