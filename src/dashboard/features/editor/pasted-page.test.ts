import { expect, test } from 'vitest'
import type { Page } from '#contract/pages.ts'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { isUrlExpected, linkToPastedPage, pastedPage } from './pasted-page.ts'

const origin = 'https://docs.example.org'

test('a dashboard URL names its page and heading; other URLs name none', () => {
  expect(pastedPage(` ${origin}/s/guide/p/wiring#at-by-hand\n`, origin)).toEqual({
    spaceId: 'guide',
    pageId: 'wiring',
    anchor: 'by-hand',
  })
  expect(pastedPage(`${origin}/s/guide/p/wiring`, origin)).toMatchObject({ pageId: 'wiring', anchor: '' })
  expect(pastedPage(`${origin}/s/guide/p/wiring/edit`, origin)).toBeNull()
  expect(pastedPage(`${origin}/s/guide`, origin)).toBeNull()
  expect(pastedPage('https://other.example.org/s/guide/p/wiring', origin)).toBeNull()
  expect(pastedPage(`See ${origin}/s/guide/p/wiring`, origin)).toBeNull()
})

test('a page of the space is linked with the selected text or its title, at its path', () => {
  const page = { type: 'document', id: 'wiring', title: 'Wiring [new]', path: 'a/wiring', pages: [] }
  const index = pageIndexOf([page as unknown as Page])
  const pasted = { spaceId: 'guide', pageId: 'wiring', anchor: 'by-hand' }
  expect(linkToPastedPage(pasted, index, '')).toBe('[Wiring \\[new\\]](/a/wiring.md#by-hand)')
  expect(linkToPastedPage({ ...pasted, anchor: '' }, index, 'this')).toBe('[this](/a/wiring.md)')
  expect(linkToPastedPage({ ...pasted, pageId: 'other' }, index, '')).toBeNull()
})

test('where a URL is expected, no link is written around it', () => {
  for (const before of ['[this](', '[this](<', '<', '{% embed url="', '[this]: ', '<a href='])
    expect(isUrlExpected(before)).toBe(true)
  for (const before of ['', 'See ', '(', 'a: ']) expect(isUrlExpected(before)).toBe(false)
})
