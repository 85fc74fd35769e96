import { expect, test } from 'vitest'
import { hasFormatting, linkForUrl, tableFromCells } from './paste.ts'

test.each([
  ['', false],
  ['<meta charset="utf-8"><span>only words</span>', false],
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><span style="font-weight:400">words</span></b>',
    false,
  ],
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><span style="font-weight:700">bold</span></b>',
    true,
  ],
  ['<p>See <a href="https://example.org">this</a></p>', true],
  ['<table><tr><td>1</td></tr></table>', true],
  [
    '<div style="color: #ccc;font-family: Menlo, Monaco, monospace;font-size: 12px;white-space: pre;"><b>x</b></div>',
    false,
  ],
])('%j has formatting: %j', (html, rich) => {
  expect(hasFormatting(html, ['text/html'])).toBe(rich)
})

test('text from a code editor has no formatting', () => {
  expect(hasFormatting('<pre>x</pre>', ['text/html', 'vscode-editor-data'])).toBe(false)
})

test('a URL pasted over text becomes a link, over a URL or several lines it stays text', () => {
  expect(linkForUrl('the guide', ' https://example.org/a\n')).toBe('[the guide](https://example.org/a)')
  expect(linkForUrl('the guide', 'https://example.org/a_(b)')).toBe(
    '[the guide](<https://example.org/a_(b)>)',
  )
  expect(linkForUrl('https://a.org', 'https://b.org')).toBeNull()
  expect(linkForUrl('a\nb', 'https://b.org')).toBeNull()
  expect(linkForUrl('', 'https://b.org')).toBeNull()
  expect(linkForUrl('words', 'more words')).toBeNull()
  expect(linkForUrl('words', 'javascript:alert(1)')).toBeNull()
})

test('cells become a table; code and single lines do not', () => {
  expect(tableFromCells('Terminal\tNm\r\nDC+|-\t3.2\r\n')).toBe(
    '| Terminal | Nm |\n| --- | --- |\n| DC+\\|- | 3.2 |',
  )
  expect(tableFromCells('\tif (a)\n\treturn')).toBeNull()
  expect(tableFromCells('a\tb')).toBeNull()
  expect(tableFromCells('a\tb\nc')).toBeNull()
})
