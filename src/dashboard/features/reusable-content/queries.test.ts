import { expect, test } from 'vitest'
import { orderOf } from './queries.ts'

test('titles are sorted from A, and changes from the latest, unless the URL says otherwise', () => {
  expect(orderOf({})).toEqual({ sort: 'title', order: 'asc' })
  expect(orderOf({ sort: 'updatedAt' })).toEqual({ sort: 'updatedAt', order: 'desc' })
  expect(orderOf({ sort: 'updatedAt', order: 'asc' })).toEqual({ sort: 'updatedAt', order: 'asc' })
})
