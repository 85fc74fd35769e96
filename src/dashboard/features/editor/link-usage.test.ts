// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { recentLinks, rememberLink } from './link-usage.ts'

const guide = { organizationId: 'acme', spaceId: 'guide' }

beforeEach(() => localStorage.clear())

test('pages that were picked are remembered per organization and space, the latest first and each once', () => {
  for (const pageId of ['wiring', 'torque', 'wiring']) rememberLink(guide, pageId)
  rememberLink({ ...guide, spaceId: 'archive' }, 'old')
  expect(recentLinks(guide)).toEqual(['wiring', 'torque'])
  expect(recentLinks({ ...guide, spaceId: 'archive' })).toEqual(['old'])
  expect(recentLinks({ ...guide, organizationId: 'other' })).toEqual([])
  rememberLink({ spaceId: 'guide' }, 'lost')
  expect(Object.keys(localStorage)).toEqual(['lectern.recent-links.acme'])
})

test('the latest 50 of an organization are kept, and other stored values are ignored', () => {
  for (let n = 0; n < 60; n++) rememberLink(guide, `p${n}`)
  expect(recentLinks(guide)).toHaveLength(50)
  expect(recentLinks(guide)[0]).toBe('p59')
  localStorage.setItem('lectern.recent-links.acme', '["<x>"]')
  expect(recentLinks(guide)).toEqual([])
})
