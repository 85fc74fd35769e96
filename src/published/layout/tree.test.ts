import { describe, expect, test } from 'vitest'
import { print } from '../html.ts'
import { largeTree, samplePages } from '../sample-model.ts'
import { pageTree, rowsAtOnce, treeRows, wholeTreeLimit } from './tree.ts'

const small = { pages: samplePages, rowsUrl: '/t' }
const shown = (tree: Parameters<typeof pageTree>[0], id: string) => print(pageTree(tree, id, 'en'))
const rowsOf = (html: string) => html.match(/<li/g)?.length ?? 0

describe('a small tree', () => {
  test('opens the branch of the current page and leaves the others closed', () => {
    const html = shown(small, 'crane')
    expect(html).toContain('<a href="/sites/harbour/quays/cranes" aria-current="page">Cranes</a>')
    expect(html.match(/<details open>/g)).toHaveLength(1)
    expect(html).toContain('<details><summary><span class="vh">Pages under Tides</span>')
    expect(html).toContain('The moon')
  })

  test('marks nothing when the page is not in it', () => {
    expect(shown(small, 'elsewhere')).not.toContain('aria-current')
  })

  test('shows another page as current after the first was printed', () => {
    shown(small, 'crane')
    const html = shown(small, 'moon')
    expect(html.match(/aria-current="page">([^<]*)/)?.[1]).toBe('The moon')
    expect(html).not.toContain('aria-current="page">Cranes')
  })

  test('prints a group as a title followed by its pages', () => {
    expect(shown(small, 'intro')).toContain(
      '<p class="tree-group">Configure</p><ul><li class="has-children">',
    )
  })
})

describe('a tree of 10,000 pages', () => {
  const large = largeTree(10_000, 10)

  test('carries the open branch only, and links to the rest', () => {
    const html = shown(large, 'p9999')
    expect(html).toContain('aria-current="page">Page 9999<')
    expect(rowsOf(html)).toBeLessThan(150)
    expect(html).toContain(`href="/s/~tree?under=p1&amp;from=0&amp;to=10" rel="nofollow"`)
    expect(html.length).toBeLessThan(60_000)
  })

  test('gives the rows of a closed branch by themselves', () => {
    const rows = treeRows(large, { under: 'p1', from: 0, to: 10, rows: 'after' }, 'en')
    expect(rowsOf(rows)).toBe(20)
    expect(rows.startsWith('<li class="has-children"><a href="/s/p20">')).toBe(true)
  })

  test('gives nothing for a page that is not there', () => {
    expect(treeRows(large, { under: 'gone', from: 0, to: 10, rows: 'after' }, 'en')).toBe('')
  })
})

describe('a list of 10,000 siblings', () => {
  const flat = largeTree(10_000, 100_000)

  test('shows the rows around the current page, with ways to both sides', () => {
    const html = shown(flat, 'p5000')
    expect(rowsOf(html)).toBe(rowsAtOnce + 2)
    expect(html).toContain('data-rows="/s/~tree?from=4700&amp;to=4900&amp;rows=before"')
    expect(html).toContain('data-rows="/s/~tree?from=5100&amp;to=5300&amp;rows=after"')
  })

  test.each(['p0', 'p9999'])('has a way to one side only at the end of it (%s)', (id) => {
    expect(rowsOf(shown(flat, id))).toBe(rowsAtOnce + 1)
  })

  test('can be walked from its start to its end by the links of the rows', () => {
    const seen = new Set<string>()
    let part: { from: number; to: number } | null = { from: 0, to: rowsAtOnce }
    while (part) {
      const html = treeRows(flat, { ...part, rows: 'after' }, 'en')
      for (const [, id] of html.matchAll(/href="\/s\/(p\d+)"/g)) seen.add(id ?? '')
      const next = /from=(\d+)&amp;to=(\d+)&amp;rows=after/.exec(html)
      part = next ? { from: Number(next[1]), to: Number(next[2]) } : null
    }
    expect(seen.size).toBe(10_000)
  })

  test('never answers more rows at once than a page shows', () => {
    expect(rowsOf(treeRows(flat, { from: 0, to: 9_999, rows: 'after' }, 'en'))).toBe(rowsAtOnce + 1)
    expect(wholeTreeLimit).toBeGreaterThan(rowsAtOnce)
  })
})
