import { expect, test } from 'vitest'
import { aCollectionItem, aSpaceItem } from './items-for-tests.ts'
import type { Index } from './library-index.ts'
import { questionOf } from './removal-words.ts'

const docs = aCollectionItem('Docs')
const index: Index = {
  collections: [docs, aCollectionItem('API', 'Docs'), aCollectionItem('Empty')],
  spaces: [aSpaceItem('REST', 'API'), aSpaceItem('Guide', 'Docs')],
  spaceCount: 2,
  collectionCount: 3,
}

test('a space on no site needs no question, since it can be taken back', () => {
  expect(questionOf([aSpaceItem('Guide')], index)).toBeUndefined()
})

test('a space on a site is asked for, since it does not come back onto it', () => {
  expect(questionOf([aSpaceItem('Guide', undefined, { visibility: 'public' })], index)).toMatchObject({
    title: 'Move “Guide” to the trash?',
    description: expect.stringContaining('taken off it'),
  })
})

test('a collection is named with all that goes along', () => {
  expect(questionOf([docs], index)).toMatchObject({
    title: 'Delete the collection “Docs”?',
    description:
      '1 collection inside is deleted too. 2 spaces in it go to the trash and can be restored from the trash for 7 days.',
    act: 'Delete Docs',
  })
  expect(questionOf([aCollectionItem('Empty')], index)?.description).toBe(
    'It is empty. This cannot be undone.',
  )
  expect(questionOf([docs], undefined)?.description).toContain('The collections inside are deleted too')
})

test('several are counted', () => {
  expect(questionOf([docs, aSpaceItem('a'), aSpaceItem('b')], index)?.title).toBe(
    'Delete 1 collection and 2 spaces?',
  )
})
