import { expect, test } from 'vitest'
import { fromPasted } from './from-pasted.ts'

const md = (html: string) => fromPasted(html).markdown

test('headings, bold, italic, links and lists of Google Docs are converted', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Mounting</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal;">Use </span><span style="font-weight:700;">both</span><span style="font-style:italic;font-weight:400"> brackets</span><span>, see </span><a href="https://example.org/x"><span style="text-decoration:underline;">here</span></a><span>.</span></p><ul><li dir="ltr" aria-level="1"><p dir="ltr"><span>One</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr"><span>Two</span></p></li></ul></b>`
  expect(md(html)).toBe(
    '## Mounting\n\nUse **both** *brackets*, see [here](https://example.org/x).\n\n* One\n* Two',
  )
})

test('nested lists of Word become nested lists', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`
  const html = `<html><body><!--StartFragment-->${item(1, '·', 'Tools')}${item(2, 'o', 'Screwdriver')}${item(1, '·', 'Parts')}<p class=MsoNormal>After<o:p></o:p></p><!--EndFragment--></body></html>`
  expect(md(html)).toBe('* Tools\n  * Screwdriver\n* Parts\n\nAfter')
  expect(md(item(1, '1.', 'First') + item(1, '2.', 'Then'))).toBe('1. First\n2. Then')
})

test('spreadsheet cells become a table', () => {
  const html =
    '<html><body><table><!--StartFragment--><tr><td>Terminal</td><td>Nm</td></tr><tr><td>DC+</td><td>3.2</td></tr><!--EndFragment--></table></body></html>'
  expect(md(html)).toBe('| Terminal | Nm |\n| - | - |\n| DC+ | 3.2 |')
})

test('inline content is marked as inline', () => {
  expect(fromPasted('<meta charset="utf-8"><strong>both</strong> sides')).toEqual({
    markdown: '**both** sides',
    isInline: true,
    lostImages: 0,
  })
  expect(fromPasted('<p>a</p><p>b</p>').isInline).toBe(false)
})

test('images on the web are preserved, others counted, and scripts removed', () => {
  const pasted = fromPasted(
    '<p>x <img src="https://example.org/a.png" alt="A"><img src="file:///C:/a.png"><img src="data:image/png;base64,AA=="></p><script>alert(1)</script><a href="javascript:alert(1)">go</a>',
  )
  expect(pasted.markdown).toBe('x ![A](https://example.org/a.png)\n\ngo')
  expect(pasted.lostImages).toBe(2)
})

test('HTML that cannot be parsed in reasonable time results in empty content', () => {
  expect(md('<div>'.repeat(500))).toBe('')
})
