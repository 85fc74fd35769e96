import { expect, test } from 'vitest'
import { aPage } from '../../components/page-text/sample-page.ts'
import { EXTERNAL_COVER, settingsChange, valuesOf } from './page-settings.ts'

const page = { ...aPage('a', 'Wiring', 'wiring'), emoji: '🔋' }

test('only changed fields are sent', () => {
  const before = valuesOf(page)
  expect(settingsChange(page, before, before)).toBeUndefined()
  expect(settingsChange(page, before, { ...before, emoji: '', hidden: true })).toEqual({
    operation: 'update_page',
    page: 'a',
    emoji: '',
    hidden: true,
  })
})

test('the layout is sent as a whole', () => {
  const before = valuesOf(page)
  const after = { ...before, outline: false }
  expect(settingsChange(page, before, after)).toMatchObject({ layout: { outline: false, pagination: true } })
  expect(settingsChange(page, after, before)).toMatchObject({ layout: { outline: true, pagination: true } })
})

test('a cover is an image of the space or from a URL, and no choice removes it', () => {
  const before = valuesOf(page)
  const file = { ...before, cover: 'f1' }
  expect(settingsChange(page, before, file)).toMatchObject({
    cover: { ref: { kind: 'file', file: 'f1' }, yPos: 0 },
  })
  const url = { ...before, cover: EXTERNAL_COVER, coverUrl: 'https://example.org/a.png' }
  expect(settingsChange(page, file, url)).toMatchObject({
    cover: { ref: { kind: 'url', url: url.coverUrl } },
  })
  expect(settingsChange(page, url, before)).toMatchObject({ cover: null })
})

test('a changed cover keeps its other fields', () => {
  const refDark = { kind: 'url' as const, url: 'https://example.org/dark.png' }
  const covered = { ...page, cover: { ref: { kind: 'file' as const, file: 'f1' }, refDark, yPos: 4 } }
  const before = valuesOf(covered)
  expect(settingsChange(covered, before, { ...before, coverHeight: '300' })).toMatchObject({
    cover: { ref: { kind: 'file', file: 'f1' }, refDark, yPos: 4, height: 300 },
  })
})

test('tags are names, and those that stay keep their fields', () => {
  const primary = { tag: { kind: 'tag' as const, tag: 'beta' }, primary: true }
  const tagged = { ...page, tags: [primary] }
  const before = valuesOf(tagged)
  expect(before.tags).toBe('beta')
  expect(settingsChange(tagged, before, { ...before, tags: 'beta, new, new,' })).toMatchObject({
    tags: [primary, { tag: { kind: 'tag', tag: 'new' } }],
  })
})

test('a landing page hides its title and its tree', () => {
  const before = valuesOf(page)
  const after = { ...before, width: 'wide' as const, showsTitle: false, tableOfContents: false }
  expect(settingsChange(page, before, after)).toMatchObject({
    layout: { width: 'wide', title: false, tableOfContents: false, outline: true },
  })
})
