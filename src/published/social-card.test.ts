import { expect, test } from 'vitest'
import { socialCard } from './social-card.ts'

const card = { site: 'Harbour', title: 'Cranes', color: '#123456' }

const linesOf = (title: string) =>
  [...socialCard({ ...card, title }).matchAll(/font-size="(\d+)" fill="#1b1815">(.*?)<\/text>/g)].map(
    ([, size, line]) => ({ size: Number(size), line: line ?? '' }),
  )

test('says the site and the page in the colour of the site', () => {
  const svg = socialCard(card)
  expect(svg).toContain('width="1200" height="630"')
  expect(svg).toContain('>Harbour</text>')
  expect(svg).toContain('>Cranes</text>')
  expect(svg).toContain('fill="#123456"')
})

test('lets nothing of its words be markup, and no colour that is none', () => {
  const svg = socialCard({ ...card, title: '</text><script>"', color: '"/><script>' })
  expect(svg).not.toContain('<script')
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;')
})

test('a longer title has smaller letters and more lines, and ends somewhere', () => {
  expect(linesOf('Cranes')).toEqual([{ size: 88, line: 'Cranes' }])
  const some = linesOf('How cranes are set up and moved on the rails of the quay')
  expect(some.length).toBeGreaterThan(1)
  const most = linesOf('A title that goes on '.repeat(30))
  expect(most).toHaveLength(4)
  expect(most[0]?.size).toBeLessThan(some[0]?.size ?? 0)
  expect(most.at(-1)?.line).toMatch(/…$/)
})

test('breaks names at their joints and scripts without spaces anywhere', () => {
  expect(linesOf('server_create_connection_with_a_very_long_name').map(({ line }) => line.at(-1))).toContain(
    '_',
  )
  expect(linesOf('設定ファイルの書き方と設定ファイルの書き方').length).toBeGreaterThan(1)
})

test('lines from right to left begin at the right', () => {
  expect(socialCard({ ...card, title: 'إعداد الخادم' })).toContain('x="1120"')
  expect(socialCard({ ...card, title: 'Cranes إعداد' })).not.toContain('x="1120"')
})
