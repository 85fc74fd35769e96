import { expect, test } from 'vitest'
import { pathParamsOf, rolesOn } from './granted.ts'

test('a path names what roles are given on by the ids that it takes', () => {
  const at = { id: 'x', organizationId: 'o' }
  expect(pathParamsOf({ kind: 'space', ...at })).toEqual({ spaceId: 'x' })
  expect(pathParamsOf({ kind: 'collection', ...at })).toEqual({ collectionId: 'x' })
  expect(pathParamsOf({ kind: 'site', ...at })).toEqual({ organizationId: 'o', siteId: 'x' })
})

test('on a site only roles that differ are offered, and the one that is there', () => {
  expect(rolesOn('site')).toEqual(['create', 'edit', 'read'])
  expect(rolesOn('site', 'review')).toEqual(['create', 'review', 'edit', 'read'])
  expect(rolesOn('space')).toHaveLength(6)
})
