import { expect, test } from 'vitest'
import { moreFieldsOf, unusedFields } from './extra-fields.ts'
import { readLayout, writtenLayout } from './layout-fields.ts'
import { pageTextOf } from './page-text.ts'

const written = {
  width: 'wide',
  cover: { visible: true, size: 'background', mask: 'none' },
  title: { visible: false },
  tableOfContents: { visible: false },
  actions: { visible: true },
}
const layout = {
  width: 'wide',
  cover: true,
  coverSize: 'background',
  coverMask: 'none',
  title: false,
  tableOfContents: false,
  actions: true,
}

test('a layout is read and written in the form of front matter', () => {
  expect(readLayout(written)).toEqual({ layout, rest: undefined })
  expect(writtenLayout(readLayout(written).layout)).toEqual(written)
})

test('flags, the flat names of the API and presets are layouts, too', () => {
  expect(readLayout({ cover: false, coverSize: 'full', outline: true }).layout).toEqual({
    cover: false,
    coverSize: 'full',
    outline: true,
  })
  expect(readLayout('landing').layout).toMatchObject({ width: 'wide', title: false, tableOfContents: false })
  expect(readLayout('poster')).toEqual({ layout: {}, rest: 'poster' })
})

test('parts of a layout that are unknown or invalid are the rest', () => {
  expect(
    readLayout({
      width: 'huge',
      aside: { visible: true },
      title: { visible: false, color: 'red' },
      cover: { size: 'x' },
    }),
  ).toEqual({
    layout: { title: false },
    rest: { width: 'huge', aside: { visible: true }, title: { color: 'red' }, cover: { size: 'x' } },
  })
})

test('tags, variables, conditions, links of the head and the height of a cover are fields', () => {
  expect(
    moreFieldsOf({
      tags: ['beta', { tag: 'new', primary: true }],
      vars: { version: 'v3', count: 2 },
      if: 'visitor.claims.beta',
      metaLinks: { canonical: 'https://example.org/a' },
      cover: 'a.png',
      coverHeight: 324,
    }),
  ).toEqual({
    tags: [{ tag: { kind: 'tag', tag: 'beta' } }, { tag: { kind: 'tag', tag: 'new' }, primary: true }],
    variables: { version: 'v3', count: 2 },
    condition: 'visitor.claims.beta',
    metaLinks: { canonical: { kind: 'url', url: 'https://example.org/a' } },
    cover: { ref: 'a.png', yPos: 0, height: 324 },
  })
})

test('drafts and unlisted pages are hidden, unless they say otherwise', () => {
  const hiddenIn = (yaml: string) => pageTextOf('a.md', `---\n${yaml}\n---\nText`, null)
  expect(hiddenIn('draft: true')).toMatchObject({
    hidden: true,
    unusedFields: [],
    more: { frontMatter: { draft: true } },
  })
  expect(hiddenIn('unlisted: true').hidden).toBe(true)
  expect(hiddenIn('draft: true\nhidden: false').hidden).toBe(false)
  expect(hiddenIn('draft: false')).toMatchObject({ hidden: false, unusedFields: ['draft'] })
})

test('fields without an effect are kept and named', () => {
  const data = {
    title: 'A',
    hidden: true,
    keywords: 'a, b',
    icon: 'Not An Icon',
    tags: [{}],
    coverHeight: 5,
    layout: { aside: 1, title: { visible: true } },
  }
  expect(unusedFields(data)).toEqual({
    fields: {
      keywords: 'a, b',
      icon: 'Not An Icon',
      tags: [{}],
      coverHeight: 5,
      layout: { aside: 1 },
    },
    names: ['keywords', 'icon', 'tags', 'coverHeight', 'layout.aside'],
  })
  const page = pageTextOf('a.md', '---\nkeywords: x\n---\n# A\n\nText', null)
  expect(page).toMatchObject({ unusedFields: ['keywords'], more: { frontMatter: { keywords: 'x' } } })
  expect(unusedFields({ long: 'x'.repeat(5_000) })).toEqual({ fields: {}, names: ['long'] })
})
