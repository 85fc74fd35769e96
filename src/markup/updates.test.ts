import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'
import { parseMarkdown } from './parse.ts'
import { sectionsOf } from './sections.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'
import { updatesOf } from './updates.ts'

const changelog = `{% updates format="full" %}
{% update date="2026-10-14" tags="new-releases, fixes" %}
## Search in two languages

In both.
{% endupdate %}

{% update date="2026-10-14" tags="fixes" %}
Smaller things.
{% endupdate %}

{% update date="2026-09-01" title="Earlier" %}
Text.
{% endupdate %}
{% endupdates %}`

const render = (markdown: string, locale = 'en') => toHtml(toHast(parseMarkdown(markdown), { locale }))

test('updates of one day are numbered from the end, so that a new one leaves the anchors of the others', () => {
  const anchors = updatesOf(parseMarkdown(changelog)).map(({ anchor }) => anchor)
  expect(anchors).toEqual(['2026-10-14-1', '2026-10-14', '2026-09-01'])
})

test('an update has its date, tags, and the title of its tag or its first heading', () => {
  const updates = updatesOf(parseMarkdown(changelog))
  expect(updates.map(({ title, tags }) => [title, tags])).toEqual([
    ['Search in two languages', ['new-releases', 'fixes']],
    ['', ['fixes']],
    ['Earlier', []],
  ])
})

test('the anchor of an update differs from those of headings', () => {
  const root = parseMarkdown(`## 2026-09-01\n\n${changelog}`)
  expect(updatesOf(root).at(-1)?.anchor).toBe('2026-09-01-1')
})

test('updates render as sections with a link, and a filter by the tags used most', () => {
  const html = render(changelog)
  expect(html).toContain('<section class="update tag-2 tag-1" id="2026-10-14-1">')
  expect(html).toContain('<section class="update tag-1" id="2026-10-14">')
  expect(html).toContain(
    '<a class="update-date" href="#2026-09-01" aria-label="Link to the update of 1 September 2026"><time datetime="2026-09-01">1 September 2026</time></a>',
  )
  expect(html.match(/<input type="radio"/g)).toHaveLength(3)
  expect(html).toContain('<span>Fixes</span>')
  expect(html).toContain('<li>New releases</li>')
  expect(html).not.toContain('{%')
  expect(render(changelog, 'de')).toContain('14. Oktober 2026')
})

test('a date that is none is shown as text', () => {
  const html = render('{% updates %}\n{% update date="soon <b>" %}\nText\n{% endupdate %}\n{% endupdates %}')
  expect(html).toContain('<span>soon &lt;b></span>')
  expect(html).not.toContain('<fieldset')
})

test('headings of updates are in the outline, and updates are sections for search', () => {
  const root = parseMarkdown(changelog)
  expect(outlineOf(root).map(({ text }) => text)).toEqual(['Search in two languages'])
  expect(sectionsOf(root).at(-1)).toEqual({
    anchor: '2026-09-01',
    title: '2026-09-01 Earlier',
    level: 2,
    text: 'Text.',
  })
})

test('a prompt is shown and copied as it is written', () => {
  const html = render(
    '{% prompt description="Ask" defaultExpanded="partial" %}\n```markdown\n# Do <this>\n```\n{% endprompt %}',
  )
  expect(html).toContain('data-copy-text="# Do <this>"')
  expect(html).toContain('<pre tabindex="0" role="region" aria-label="Ask"># Do &lt;this></pre>')
  const hidden = render('{% prompt description="Ask" %}\n**Do** it.\n\n- now\n{% endprompt %}')
  expect(hidden).toContain('<details><summary>Show prompt</summary><pre')
  expect(hidden).toContain('>**Do** it.\n\n- now</pre>')
})
