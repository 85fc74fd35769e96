import { expect, test } from 'vitest'
import type { PlacedLink } from '#contract/content-links.ts'
import { likeIt, mended } from './mending.ts'

const link = (index: number, url: string, removable = true): PlacedLink => ({
  index,
  url,
  text: 'x',
  status: 'broken',
  removable,
})
const text = 'A [one](gone.md), [two](gone.md) and [three](other.md).'

test('only the links that are meant lead elsewhere', () => {
  expect(mended(text, [link(1, 'gone.md')], { href: '/pages/p' })).toBe(
    'A [one](gone.md), [two](/pages/p) and [three](other.md).',
  )
  expect(mended(text, [link(0, 'gone.md'), link(1, 'gone.md')], 'unlink')).toBe(
    'A one, two and [three](other.md).',
  )
})

test('a link that is not where it was stays as it is', () => {
  expect(mended(text, [link(2, 'gone.md')], { href: '/pages/p' })).toBe(text)
  expect(mended(text, [link(7, 'gone.md')], 'unlink')).toBe(text)
})

test('all like it are those with the same address, as far as they can be mended', () => {
  const page = { id: 'p', title: 'P', path: 'p' }
  const items = [{ page, links: [link(0, 'a'), link(1, 'a', false), link(2, 'b')] }]
  expect(likeIt(items, link(0, 'a'), { href: 'x' })).toHaveLength(2)
  expect(likeIt(items, link(0, 'a'), 'unlink')).toHaveLength(1)
})
