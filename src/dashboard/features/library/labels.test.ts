import { expect, test } from 'vitest'
import { formatSiteAddress, isExpiringSoon, removalQuestion, timeLeft } from './labels.ts'
import type { Index } from './library-index.ts'
import { aCollectionItem, aSpaceItem } from './test-items.ts'

test.each([
  ['https://docs.halden.energy/', 'docs.halden.energy'],
  ['https://docs.halden.energy/api/', 'docs.halden.energy/api'],
  ['http://localhost:4400/sites/docs/', '/sites/docs'],
  ['http://localhost:4400/', 'localhost:4400'],
])('formats %s as %s', (url, label) => {
  expect(formatSiteAddress(url, 'http://localhost:4400')).toBe(label)
})

const docs = aCollectionItem('Docs')
const index: Index = {
  collections: [docs, aCollectionItem('API', 'Docs'), aCollectionItem('Empty')],
  spaces: [aSpaceItem('REST', 'API'), aSpaceItem('Guide', 'Docs')],
  spaceCount: 2,
  collectionCount: 3,
}

test('deleting a space on no site needs no confirmation because it can be undone', () => {
  expect(removalQuestion([aSpaceItem('Guide')], index)).toBeUndefined()
})

test('deleting a published space needs a confirmation because restoring does not publish it again', () => {
  expect(removalQuestion([aSpaceItem('Guide', undefined, { visibility: 'public' })], index)).toMatchObject({
    title: 'Move “Guide” to the trash?',
    description: expect.stringContaining('removed from it'),
  })
})

test('the confirmation for a collection names everything deleted with it', () => {
  expect(removalQuestion([docs], index)).toMatchObject({
    title: 'Delete the collection “Docs”?',
    description:
      '1 collection inside is deleted too. 2 spaces in it go to the trash and can be restored for 7 days.',
    action: 'Delete Docs',
  })
  expect(removalQuestion([aCollectionItem('Empty')], index)?.description).toBe(
    'It is empty. This can’t be undone.',
  )
  expect(removalQuestion([docs], undefined)?.description).toContain('The collections inside are deleted too')
})

test('several items are counted, with what is in them', () => {
  expect(removalQuestion([docs, aSpaceItem('a'), aSpaceItem('b')], index)).toMatchObject({
    title: 'Delete 1 collection and 2 spaces?',
    description:
      '1 collection inside is deleted too. 4 spaces go to the trash and can be restored for 7 days.',
    action: 'Delete 3 items',
  })
})

test('spaces can be restored although the collections deleted with them are empty', () => {
  const empty = aCollectionItem('Empty')
  expect(removalQuestion([empty, aSpaceItem('a')], index)?.description).toBe(
    '1 space goes to the trash and can be restored for 7 days.',
  )
  expect(removalQuestion([empty, aCollectionItem('Bare')], index)?.description).toBe(
    'They are empty. This can’t be undone.',
  )
})

test('the confirmation for a collection names the published space in it', () => {
  const published = aSpaceItem('REST', 'API', { visibility: 'public' })
  expect(removalQuestion([docs], { ...index, spaces: [published] })?.description).toContain(
    '“REST” is shown on a site and will be removed from it.',
  )
})

const now = new Date('2026-11-21T08:12:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  [0, '7 days left'],
  [1, '6 days left'],
  [5.5 * 24, '1 day left'],
  [7 * 24 - 5.5, '5 hours left'],
  [7 * 24 - 1, '1 hour left'],
  [7 * 24 - 0.21, '12 minutes left'],
  [7 * 24, 'Less than a minute left'],
])('deleted %d hours ago: %s', (hours, label) => {
  expect(timeLeft(ago(hours), now)).toBe(label)
})

test('a space expires soon on its last day', () => {
  expect(isExpiringSoon(ago(5 * 24), now)).toBe(false)
  expect(isExpiringSoon(ago(6.5 * 24), now)).toBe(true)
})
