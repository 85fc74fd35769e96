import { expect, test } from 'vitest'
import { addressesOf } from './addresses.ts'
import { aGroup, aSection, aSpace, halden, withSections } from './parts-for-tests.ts'

const listOf = (structure: Parameters<typeof addressesOf>[0]) => Object.fromEntries(addressesOf(structure))

test('the defaults have no part of their own, and groups have no address', () => {
  expect(listOf(halden())).toEqual({
    ...{ one: '/', en: '/', de: '/de', fr: '/fr' },
    ...{ mini: '/mini', 'mini-en': '/mini' },
    ...{ api: '/api', v3: '/api', v4: '/api/v4' },
    ...{ notes: '/notes', 'notes-en': '/notes' },
  })
})

test('below the default section a path that a section has is reached by the full way', () => {
  const structure = withSections(
    aSection('one', ['en', 'api'], { default: true }),
    aGroup('developers', [aSection('api', ['v3'], { id: 'section' })]),
  )
  expect(listOf(structure)).toMatchObject({ api: '/one/api', section: '/api' })
})

test('a site without sections has its spaces directly below it', () => {
  const structure = { type: 'siteSpaces' as const, structure: [aSpace('a', { default: true }), aSpace('b')] }
  expect(listOf(structure)).toEqual({ a: '/', b: '/b' })
})
