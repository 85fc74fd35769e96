import { expect, test } from 'vitest'
import { parseSummary } from './summary.ts'

const summary = `# Table of contents

* [Introduction](README.md)
* [Config \\(YAML\\)](config/yaml.md "short")
  * Obsolete
    * [A page](<old/a page.md>)
  * [Code \`x\`](config/x.md#part)

## Guides <a href="#guides" id="guides"></a>

* [First](guides/first.md)
* [Forum](https://forum.example.org)

---

* [Last](last.md)
`

test('a table of contents has nested pages, groups and links', () => {
  const { title, entries } = parseSummary(summary)
  expect(title).toBe('Table of contents')
  expect(entries).toEqual([
    { title: 'Introduction', target: 'README.md', kind: 'page', children: [] },
    {
      title: 'Config (YAML)',
      target: 'config/yaml.md',
      linkTitle: 'short',
      kind: 'page',
      children: [
        {
          title: 'Obsolete',
          target: null,
          kind: 'page',
          children: [{ title: 'A page', target: 'old/a page.md', kind: 'page', children: [] }],
        },
        { title: 'Code x', target: 'config/x.md#part', kind: 'page', children: [] },
      ],
    },
    {
      title: 'Guides',
      metadata: { slug: 'guides' },
      target: null,
      kind: 'group',
      children: [
        { title: 'First', target: 'guides/first.md', kind: 'page', children: [] },
        { title: 'Forum', target: 'https://forum.example.org', kind: 'link', children: [] },
      ],
    },
    { title: 'Last', target: 'last.md', kind: 'page', children: [] },
  ])
})

test('other text has no entries', () => {
  expect(parseSummary('')).toEqual({ title: '', entries: [] })
  expect(parseSummary('just text').entries).toEqual([])
})

test('a table of contents of thousands of entries is read like a short one', () => {
  const [, ...lines] = summary.split('\n')
  const part = `${lines.join('\n')}\n---\n`
  const copies = 1000
  const { title, entries } = parseSummary(`# Table of contents\n${part.repeat(copies)}`)
  const expected = parseSummary(`# Table of contents\n${part}`)
  expect(title).toBe('Table of contents')
  expect(entries).toHaveLength(expected.entries.length * copies)
  expect(entries.slice(-expected.entries.length)).toEqual(expected.entries)
})
