import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'
import { parseMarkdown } from './parse.ts'
import { sectionsOf } from './sections.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const render = (markdown: string) => toHtml(toHast(parseMarkdown(markdown)))

const text = `## Install

<details>

<summary>Install <strong>it</strong></summary>

One

</details>

<details open><summary>Install</summary>Two</details>

<details id="own"><summary>Three</summary>3</details>`

test('expandables have anchors that differ from those of headings', () => {
  const html = render(text)
  expect(html).toContain('<details class="expand" id="install-it">')
  expect(html).toContain('<details class="expand" id="install-1" open>')
  expect(html).toContain('<details class="expand" id="own">')
})

test('the titles of expandables are sections with the same anchors', () => {
  const anchors = sectionsOf(parseMarkdown(text)).map(({ anchor, title }) => [anchor, title])
  expect(anchors).toEqual([
    ['', ''],
    ['install', 'Install'],
    ['install-it', 'Install it'],
    ['install-1', 'Install'],
    ['three', 'Three'],
  ])
})

test('an anchor that begins with a digit has the forms of other tools', () => {
  const html = render('## 1. First step')
  expect(html).toContain(
    '<h2 id="1.-first-step"><span id="id-1.-first-step"></span><span id="id-1-first-step"></span>1. First',
  )
  expect(render('## First')).not.toContain('<span')
})

test('headings in steps, tabs and columns are in the outline, those in hints are not', () => {
  const inside = (outer: string, inner: string, title: string) =>
    `{% ${outer} %}\n{% ${inner} title="t" %}\n## ${title}\n{% end${inner} %}\n{% end${outer} %}`
  const markdown = [
    inside('stepper', 'step', 'Step'),
    inside('tabs', 'tab', 'Tab'),
    inside('columns', 'column', 'Column'),
    '{% hint style="info" %}\n## Hint\n{% endhint %}',
    '- ## Item',
  ].join('\n\n')
  expect(outlineOf(parseMarkdown(markdown)).map(({ anchor }) => anchor)).toEqual(['step', 'tab', 'column'])
})
