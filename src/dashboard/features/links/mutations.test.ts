import { expect, test } from 'vitest'
import type { PageLink } from '#contract/content-links.ts'
import { fixLinks, matchingLinks } from './mutations.ts'

const link = (index: number, url: string, removable = true): PageLink => ({
  index,
  url,
  text: 'x',
  usage: 'link',
  status: 'broken',
  removable,
})
const text = 'A [one](gone.md), [two](gone.md) and [three](other.md).'

test('an image is not among the links with the same URL', () => {
  const page = { id: 'p', title: 'P', path: 'p' }
  const image: PageLink = { ...link(1, 'a'), usage: 'image' }
  expect(matchingLinks([{ page, links: [link(0, 'a'), image] }], link(0, 'a'), { href: 'x' })).toHaveLength(1)
})

test('only the listed links are fixed', () => {
  expect(fixLinks(text, [link(1, 'gone.md')], { href: '/pages/p' })).toBe(
    'A [one](gone.md), [two](/pages/p) and [three](other.md).',
  )
  expect(fixLinks(text, [link(0, 'gone.md'), link(1, 'gone.md')], 'unlink')).toBe(
    'A one, two and [three](other.md).',
  )
})

test('a link whose position changed is skipped', () => {
  expect(fixLinks(text, [link(2, 'gone.md')], { href: '/pages/p' })).toBe(text)
  expect(fixLinks(text, [link(7, 'gone.md')], 'unlink')).toBe(text)
})

test('matching links have the same URL and accept the fix', () => {
  const page = { id: 'p', title: 'P', path: 'p' }
  const items = [{ page, links: [link(0, 'a'), link(1, 'a', false), link(2, 'b')] }]
  expect(matchingLinks(items, link(0, 'a'), { href: 'x' })).toHaveLength(2)
  expect(matchingLinks(items, link(0, 'a'), 'unlink')).toHaveLength(1)
})
