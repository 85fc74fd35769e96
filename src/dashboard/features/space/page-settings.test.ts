import { expect, test } from 'vitest'
import { aPage } from '../../components/page-text/page-for-tests.ts'
import { changesOf, coverElsewhere, valuesOf } from './page-settings.ts'

const page = { ...aPage('a', 'Wiring', 'wiring'), emoji: '🔋' }

test('only what differs is sent, and nothing when nothing does', () => {
  const before = valuesOf(page)
  expect(changesOf(page, before, before)).toBeUndefined()
  expect(changesOf(page, before, { ...before, emoji: '', hidden: true })).toEqual({
    operation: 'update_page',
    page: 'a',
    emoji: '',
    hidden: true,
  })
})

test('the layout goes out whole, and comes back whole', () => {
  const before = valuesOf(page)
  const after = { ...before, outline: false }
  expect(changesOf(page, before, after)).toMatchObject({ layout: { outline: false, pagination: true } })
  expect(changesOf(page, after, before)).toMatchObject({ layout: { outline: true, pagination: true } })
})

test('a cover is a picture of the space or from an address, and nothing takes it away', () => {
  const before = valuesOf(page)
  const file = { ...before, cover: 'f1' }
  expect(changesOf(page, before, file)).toMatchObject({
    cover: { ref: { kind: 'file', file: 'f1' }, yPos: 0 },
  })
  const url = { ...before, cover: coverElsewhere, coverUrl: 'https://example.org/a.png' }
  expect(changesOf(page, file, url)).toMatchObject({ cover: { ref: { kind: 'url', url: url.coverUrl } } })
  expect(changesOf(page, url, before)).toMatchObject({ cover: null })
})
