import { expect, test } from 'vitest'
import { type FilterField, is } from './fields.ts'
import { dayPresets, filtersIn, freeParam, noFilters } from './filters.ts'

const role: FilterField = {
  label: 'Role',
  kind: 'choice',
  operators: is('role'),
  choices: [{ value: 'admin', label: 'Admin' }],
}
const seen: FilterField = {
  label: 'Last seen',
  kind: 'day',
  operators: [
    { label: 'is after', param: 'seenAfter' },
    { label: 'is before', param: 'seenBefore' },
  ],
}

test('each search param of an operator is a filter', () => {
  expect(filtersIn([role, seen], {})).toEqual([])
  expect(filtersIn([role, seen], { seenBefore: '2026-10-01', role: 'admin', other: 'x' })).toEqual([
    { field: role, param: 'role', value: 'admin' },
    { field: seen, param: 'seenBefore', value: '2026-10-01' },
  ])
  expect(noFilters([role, seen])).toEqual({ role: undefined, seenAfter: undefined, seenBefore: undefined })
})

test('a field can be added until all its operators are used', () => {
  expect(freeParam(seen, {})).toBe('seenAfter')
  expect(freeParam(seen, { seenAfter: '2026-10-01' })).toBe('seenBefore')
  expect(freeParam(role, { role: 'admin' })).toBeUndefined()
})

test('days are counted back in local time', () => {
  expect(dayPresets(new Date(2026, 2, 3, 23)).map(({ value }) => value)).toEqual([
    '2026-03-03',
    '2026-02-24',
    '2026-02-01',
    '2025-12-03',
  ])
})
