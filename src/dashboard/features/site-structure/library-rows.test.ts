import { describe, expect, it } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import { libraryRows, outermostSelected, searchLibrary } from './library-rows.ts'
import { aSpace } from './sample-structure.ts'

const collection = (id: string, parent?: string) =>
  ({ object: 'collection', id, title: id, ...(parent ? { parent } : {}) }) as Collection
const space = (name: string, parent?: string) => ({
  space: { ...aSpace(name).space, id: name, ...(parent ? { parent } : {}) },
  where: parent,
})

const library = {
  collections: [collection('Docs'), collection('Old', 'Docs'), collection('Empty')],
  spaces: [space('Guide', 'Docs'), space('Résumé', 'Old'), space('Loose')],
}
const outline = (rows: readonly { title: string; depth: number }[]) =>
  rows.map(({ title, depth }) => `${title} ${depth}`)

describe('the library panel', () => {
  it('shows collections with spaces, expanded on request', () => {
    expect(outline(libraryRows(library, () => false))).toEqual(['Docs 0', 'Loose 0'])
    expect(outline(libraryRows(library, () => true))).toEqual([
      'Docs 0',
      'Old 1',
      'Résumé 2',
      'Guide 1',
      'Loose 0',
    ])
  })

  it('counts all spaces of a collection, nested ones too', () => {
    expect(libraryRows(library, () => false)[0]?.spaces.map(({ title }) => title)).toEqual([
      'Résumé',
      'Guide',
    ])
  })

  it('searches without accents, and shows the collection', () => {
    expect(searchLibrary(library, 'resu').map(({ title, where }) => [title, where])).toEqual([
      ['Résumé', 'Old'],
    ])
    expect(outline(searchLibrary(library, 'o'))).toEqual(['Docs 0', 'Old 0', 'Loose 0'])
  })

  it('adds the spaces of a selected collection once', () => {
    expect(outermostSelected(libraryRows(library, () => true)).map(({ title }) => title)).toEqual([
      'Docs',
      'Loose',
    ])
  })
})
