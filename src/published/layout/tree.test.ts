import { describe, expect, test } from 'vitest'
import { print } from '../html.ts'
import { largeTree, samplePages } from '../sample-model.ts'
import { MAX_ROWS, MAX_WHOLE_TREE, pageTree, treeRows } from './tree.ts'

const small = { pages: samplePages, rowsUrl: '/t' }
const render = (tree: Parameters<typeof pageTree>[0], id: string) => print(pageTree(tree, id, 'en'))
const rowsOf = (html: string) => html.match(/<li/g)?.length ?? 0

describe('a small tree', () => {
  test('the branch of the current page is open and the others are closed', () => {
    const html = render(small, 'crane')
    expect(html).toContain('<a href="/sites/harbour/quays/cranes" aria-current="page">Cranes</a>')
    expect(html.match(/<details open>/g)).toHaveLength(1)
    expect(html).toContain('<details><summary><span class="vh">Pages under Tides</span>')
    expect(html).toContain('The moon')
  })

  test('nothing is marked if the page is not in the tree', () => {
    expect(render(small, 'elsewhere')).not.toContain('aria-current')
  })

  test('cached rows do not affect which page is current', () => {
    render(small, 'crane')
    const html = render(small, 'moon')
    expect(html.match(/aria-current="page">([^<]*)/)?.[1]).toBe('The moon')
    expect(html).not.toContain('aria-current="page">Cranes')
  })

  test('a group is a title followed by its pages', () => {
    expect(render(small, 'intro')).toContain(
      '<p class="tree-group">Configure</p><ul><li class="has-children">',
    )
  })
})

describe('a tree of 10,000 pages', () => {
  const large = largeTree(10_000, 10)

  test('only the open branch is rendered, with links to the others', () => {
    const html = render(large, 'p9999')
    expect(html).toContain('aria-current="page">Page 9999<')
    expect(rowsOf(html)).toBeLessThan(150)
    expect(html).toContain(`href="/s/~tree?under=p1&amp;from=0&amp;to=10" rel="nofollow"`)
    expect(html.length).toBeLessThan(60_000)
  })

  test('rows of a closed branch can be rendered separately', () => {
    const rows = treeRows(large, { under: 'p1', from: 0, to: 10, rows: 'after' }, 'en')
    expect(rowsOf(rows)).toBe(20)
    expect(rows.startsWith('<li class="has-children"><a href="/s/p20">')).toBe(true)
  })

  test('an unknown page has no rows', () => {
    expect(treeRows(large, { under: 'gone', from: 0, to: 10, rows: 'after' }, 'en')).toBe('')
  })
})

describe('a list of 10,000 siblings', () => {
  const flat = largeTree(10_000, 100_000)

  test('the rows around the current page are rendered, with links in both directions', () => {
    const html = render(flat, 'p5000')
    expect(rowsOf(html)).toBe(MAX_ROWS + 2)
    expect(html).toContain('data-rows="/s/~tree?from=4700&amp;to=4900&amp;rows=before"')
    expect(html).toContain('data-rows="/s/~tree?from=5100&amp;to=5300&amp;rows=after"')
  })

  test.each(['p0', 'p9999'])('there is a link in one direction only at the end of the list (%s)', (id) => {
    expect(rowsOf(render(flat, id))).toBe(MAX_ROWS + 1)
  })

  test('following the links reaches every row', () => {
    const seen = new Set<string>()
    let part: { from: number; to: number } | null = { from: 0, to: MAX_ROWS }
    while (part) {
      const html = treeRows(flat, { ...part, rows: 'after' }, 'en')
      for (const [, id] of html.matchAll(/href="\/s\/(p\d+)"/g)) seen.add(id ?? '')
      const next = /from=(\d+)&amp;to=(\d+)&amp;rows=after/.exec(html)
      part = next ? { from: Number(next[1]), to: Number(next[2]) } : null
    }
    expect(seen.size).toBe(10_000)
  })

  test('the number of rows per request is limited', () => {
    expect(rowsOf(treeRows(flat, { from: 0, to: 9_999, rows: 'after' }, 'en'))).toBe(MAX_ROWS + 1)
    expect(MAX_WHOLE_TREE).toBeGreaterThan(MAX_ROWS)
  })
})
