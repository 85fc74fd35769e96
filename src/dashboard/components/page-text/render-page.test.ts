import { expect, test } from 'vitest'
import { pageIndexOf } from './page-index.ts'
import { plainPage, renderAhead, renderPage } from './render-page.ts'

const place = { spaceId: 's', path: 'a', index: pageIndexOf([]), files: new Map() }
const draw = (markdown: string, title = 'Wiring') => renderPage(markdown, { title, place })

test('a page is drawn without its title, with its outline, words and languages', () => {
  const drawn = draw('# Wiring\n\nOne two.\n\n## Torque\n\n```json\n{}\n```\n')
  expect(drawn.html).not.toContain('Wiring')
  expect(drawn.outline).toEqual([{ level: 2, text: 'Torque', anchor: 'torque' }])
  expect(drawn.languages).toEqual(['json'])
  expect(drawn.words).toBeGreaterThan(3)
  expect(drawn.html).toContain('id="at-torque"')
})

test('icons are named, and drawn once their shapes are known', () => {
  const markdown = 'By <i class="fa-rocket">:rocket:</i> and <i class="fa-brands fa-github">:github:</i>'
  const before = draw(markdown)
  expect(before.icons).toEqual(['rocket', 'brands/github'])
  expect(before.html).not.toContain('<svg')
  const icons = new Map([['rocket', { width: 512, height: 256, path: 'M1 2' }]])
  const { html } = renderPage(markdown, { title: '', place, icons })
  expect(html.match(/<svg[^>]*viewBox="0 0 512 256"[^>]*><path d="M1 2"/g)).toHaveLength(1)
})

test('what the reader and the dashboard call the same has another name here', () => {
  const html = draw('| a | b |\n| - | - |\n| c | d |\n').html
  expect(html).toContain('class="wide-table"')
  expect(html).not.toContain('class="table"')
})

test('nothing of a text runs', () => {
  const { html } = draw('<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1))')
  expect(html).not.toMatch(/<script|onerror|javascript:/)
})

test('a page that was rendered ahead is not rendered again, unless something of it changed', () => {
  const withVariables = (space = {}) => ({ ...place, variables: { space, page: {} } })
  const rendering = { markdown: 'One two.', title: 'Wiring', place: withVariables() }
  renderAhead(rendering)
  const page = plainPage({ ...rendering, place: withVariables() })
  expect(page).toBe(plainPage(rendering))
  expect(plainPage({ ...rendering, markdown: 'Three.' }).html).toContain('Three.')
  expect(plainPage({ ...rendering, place: withVariables({ version: '2' }) })).not.toBe(page)
  expect(plainPage({ ...rendering, place: { ...withVariables(), index: pageIndexOf([]) } })).not.toBe(page)
})
