import { expect, test } from 'vitest'
import { isRich, linkOver, tableOf } from './pasted-text.ts'

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
])('%j says more than its text: %j', (html, rich) => {
  expect(isRich(html, ['text/html'])).toBe(rich)
})

test('what a code editor copies is its text', () => {
  expect(isRich('<pre>x</pre>', ['text/html', 'vscode-editor-data'])).toBe(false)
})

test('an address over words is a link, over an address or lines it is text', () => {
  expect(linkOver('the guide', ' https://example.org/a\n')).toBe('[the guide](https://example.org/a)')
  expect(linkOver('the guide', 'https://example.org/a_(b)')).toBe('[the guide](<https://example.org/a_(b)>)')
  expect(linkOver('https://a.org', 'https://b.org')).toBeNull()
  expect(linkOver('a\nb', 'https://b.org')).toBeNull()
  expect(linkOver('', 'https://b.org')).toBeNull()
  expect(linkOver('words', 'more words')).toBeNull()
  expect(linkOver('words', 'javascript:alert(1)')).toBeNull()
})

test('cells become a table, code and single lines do not', () => {
  expect(tableOf('Terminal\tNm\r\nDC+|-\t3.2\r\n')).toBe(
    '| Terminal | Nm |\n| --- | --- |\n| DC+\\|- | 3.2 |',
  )
  expect(tableOf('\tif (a)\n\treturn')).toBeNull()
  expect(tableOf('a\tb')).toBeNull()
  expect(tableOf('a\tb\nc')).toBeNull()
})
