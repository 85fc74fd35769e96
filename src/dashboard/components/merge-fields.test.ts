import { expect, test } from 'vitest'
import { changedOf, mergeFields } from './merge-fields.ts'

const base = { title: 'Field service', path: 'field-service', domains: ['a.example'], ai: true }

test('a field that only one person changed is merged', () => {
  const mine = { ...base, title: 'Service' }
  const theirs = { ...base, ai: false }
  expect(mergeFields(base, mine, theirs)).toEqual({
    values: { ...base, title: 'Service', ai: false },
    conflicts: [],
    mergedCount: 1,
  })
})

test('a field that both changed differently is a conflict, with my value until one is chosen', () => {
  const mine = { ...base, title: 'Service', domains: ['b.example'] }
  const theirs = { ...base, title: 'Field work', path: 'field' }
  const { values, conflicts, mergedCount } = mergeFields(base, mine, theirs)
  expect(values).toEqual({ ...mine, path: 'field' })
  expect(conflicts).toEqual([{ name: 'title', base: 'Field service', mine: 'Service', theirs: 'Field work' }])
  expect(mergedCount).toBe(1)
})

test('the same change by both is no conflict', () => {
  const both = { ...base, domains: ['a.example', 'b.example'] }
  expect(mergeFields(base, both, { ...both })).toEqual({ values: both, conflicts: [], mergedCount: 0 })
})

test('undefined and null are the same', () => {
  type Logo = { logo: string | null | undefined }
  expect(mergeFields<Logo>({ logo: 'a' }, { logo: null }, { logo: undefined }).conflicts).toEqual([])
})

test('only what differs is sent', () => {
  expect(changedOf({ ...base, title: 'Service' }, base)).toEqual({ title: 'Service' })
  expect(changedOf(base, { ...base })).toEqual({})
})
