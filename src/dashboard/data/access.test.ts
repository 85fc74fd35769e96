import { expect, test } from 'vitest'
import { assignableRoles, pathParams } from './access.ts'

test('the path parameters name the space, the collection, or the site with its organization', () => {
  const at = { id: 'x', organizationId: 'o' }
  expect(pathParams({ kind: 'space', ...at })).toEqual({ spaceId: 'x' })
  expect(pathParams({ kind: 'collection', ...at })).toEqual({ collectionId: 'x' })
  expect(pathParams({ kind: 'site', ...at })).toEqual({ organizationId: 'o', siteId: 'x' })
})

test('a site offers only the roles that differ there, and the current one', () => {
  expect(assignableRoles('site')).toEqual(['create', 'edit', 'read'])
  expect(assignableRoles('site', 'review')).toEqual(['create', 'review', 'edit', 'read'])
  expect(assignableRoles('space')).toHaveLength(6)
})
