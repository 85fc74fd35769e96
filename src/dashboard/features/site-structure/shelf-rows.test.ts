import { describe, expect, it } from 'vitest'
import type { Collection } from '#contract/collections.ts'
import { aSpace } from './parts-for-tests.ts'
import { broughtFrom, foundOnShelf, shelfRows } from './shelf-rows.ts'

const collection = (id: string, parent?: string) =>
  ({ object: 'collection', id, title: id, ...(parent ? { parent } : {}) }) as Collection
const space = (name: string, parent?: string) => ({
  space: { ...aSpace(name).space, id: name, ...(parent ? { parent } : {}) },
  where: parent,
})

const shelf = {
  collections: [collection('Docs'), collection('Old', 'Docs'), collection('Empty')],
  spaces: [space('Guide', 'Docs'), space('Résumé', 'Old'), space('Loose')],
}
const outline = (rows: readonly { title: string; depth: number }[]) =>
  rows.map(({ title, depth }) => `${title} ${depth}`)

describe('the library beside the structure', () => {
  it('shows collections that hold something, opened as asked', () => {
    expect(outline(shelfRows(shelf, () => false))).toEqual(['Docs 0', 'Loose 0'])
    expect(outline(shelfRows(shelf, () => true))).toEqual([
      'Docs 0',
      'Old 1',
      'Résumé 2',
      'Guide 1',
      'Loose 0',
    ])
  })

  it('knows all spaces of a collection, those further down too', () => {
    expect(shelfRows(shelf, () => false)[0]?.spaces.map(({ title }) => title)).toEqual(['Résumé', 'Guide'])
  })

  it('finds without accents, and says where', () => {
    expect(foundOnShelf(shelf, 'resu').map(({ title, where }) => [title, where])).toEqual([['Résumé', 'Old']])
    expect(outline(foundOnShelf(shelf, 'o'))).toEqual(['Docs 0', 'Old 0', 'Loose 0'])
  })

  it('brings what is in a chosen collection once', () => {
    expect(broughtFrom(shelfRows(shelf, () => true)).map(({ title }) => title)).toEqual(['Docs', 'Loose'])
  })
})
