import { expect, test } from 'vitest'
import { socialCard } from './social-card.ts'

const card = { site: 'Harbour', title: 'Cranes', color: '#123456' }

const linesOf = (title: string) =>
  [...socialCard({ ...card, title }).matchAll(/font-size="(\d+)" fill="#1b1815">(.*?)<\/text>/g)].map(
    ([, size, line]) => ({ size: Number(size), line: line ?? '' }),
  )

test('the card contains site and page title in the color of the site', () => {
  const svg = socialCard(card)
  expect(svg).toContain('width="1200" height="630"')
  expect(svg).toContain('>Harbour</text>')
  expect(svg).toContain('>Cranes</text>')
  expect(svg).toContain('fill="#123456"')
})

test('texts are escaped and invalid colors replaced', () => {
  const svg = socialCard({ ...card, title: '</text><script>"', color: '"/><script>' })
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;')
})

test('longer titles have a smaller font and more lines, and are truncated', () => {
  expect(linesOf('Cranes')).toEqual([{ size: 88, line: 'Cranes' }])
  const longer = linesOf('How cranes are set up and moved on the rails of the quay')
  expect(longer.length).toBeGreaterThan(1)
  const longest = linesOf('A title that goes on '.repeat(30))
  expect(longest).toHaveLength(4)
  expect(longest[0]?.size).toBeLessThan(longer[0]?.size ?? 0)
  expect(longest.at(-1)?.line).toMatch(/…$/)
})

test('compound names and scripts without spaces can be broken', () => {
  expect(linesOf('server_create_connection_with_a_very_long_name').map(({ line }) => line.at(-1))).toContain(
    '_',
  )
  expect(linesOf('設定ファイルの書き方と設定ファイルの書き方').length).toBeGreaterThan(1)
})

test('right-to-left lines are aligned to the right', () => {
  expect(socialCard({ ...card, title: 'إعداد الخادم' })).toContain('x="1120"')
  expect(socialCard({ ...card, title: 'Cranes إعداد' })).not.toContain('x="1120"')
})
