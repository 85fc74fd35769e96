import { beforeAll, expect, test } from 'vitest'
import { type Person, useTestApp } from '#testing/app.ts'
import { manyCollections } from '#testing/many-collections.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { viewerIn } from '#testing/viewers.ts'
import type { Db, Tx } from '../../db/client.ts'
import { collectionPage, collectionsByIds } from '../collections/queries.ts'
import { ancestorsOf, branchOf, lastKeyIn, neighborOf, siblingsIn } from '../library-tree/queries.ts'
import { spacePage, spacesByIds, spacesOfCollection, trashPage } from '../spaces/queries.ts'
import { countLibraryItems, libraryPage } from './queries.ts'

const app = useTestApp()

/** The large tables; small ones may be scanned. */
const tables = ['space', 'collection']

let organizationId = ''
let people: Readonly<Record<'admin' | 'editor' | 'guest', Person>>

beforeAll(async () => {
  const { organizationId: own, admin } = await app.anOrganization()
  organizationId = own
  people = { admin, editor: await app.aMember(own, 'edit'), guest: await app.aMember(own, null) }
  const others = await Promise.all(Array.from({ length: 9 }, () => app.anOrganization('Other')))
  for (const id of [own, ...others.map((other) => other.organizationId)]) await manyCollections(app.db, id)
  const grants = ['c3', 'c77', 's40'].map((subject) => ({
    organization_id: own,
    subject_kind: subject.startsWith('c') ? ('collection' as const) : ('space' as const),
    subject_id: own + subject,
    grantee_kind: 'user' as const,
    grantee_id: people.guest.userId,
    role: 'read' as const,
    created_at: new Date(),
  }))
  await app.db.insertInto('access_grant').values(grants).execute()
  await settle(app.db)
}, 120_000)

async function expectLookUps(run: (db: Db) => Promise<unknown>): Promise<void> {
  const plans = await plansOf(app.connectionString, run)
  expect(plans.length).toBeGreaterThan(0)
  for (const { whole, text, indexes } of plans) {
    expect(
      whole.filter((table) => tables.includes(table)),
      text,
    ).toEqual([])
    expect(indexes.length, text).toBeGreaterThan(0)
  }
}

test.each(['admin', 'editor', 'guest'] as const)(
  'the lists of a library of 5,000 among ten of them are read by index for %s',
  async (who) => {
    const viewer = await viewerIn(app.db, organizationId, people[who].userId)
    await expectLookUps(async (db) => {
      for (const [parentId, isNested] of [
        [null, false],
        [`${organizationId}c3`, false],
        [null, true],
        [`${organizationId}c3`, true],
      ] as const) {
        const selection = { parentId, isNested }
        const rows = await libraryPage(db, viewer, selection, 50, undefined)
        expect(rows.length).toBeGreaterThan(0)
        const count = await countLibraryItems(db, viewer, selection)
        expect(count).toBeGreaterThanOrEqual(rows.length - 1)
      }
      const ids = Array.from({ length: 50 }, (_, i) => i + 1)
      await collectionsByIds(
        db,
        viewer,
        ids.map((n) => `${organizationId}c${n}`),
      )
      await spacesByIds(
        db,
        viewer,
        ids.map((n) => `${organizationId}s${n}`),
      )
      const next = await spacePage(db, viewer, { limit: 5 })
      await spacePage(db, viewer, { limit: 5, page: next.next?.page })
      await spacesOfCollection(db, viewer, `${organizationId}c3`, { limit: 5 })
      await trashPage(db, viewer, { limit: 5 }, new Date(0))
      await collectionPage(db, viewer, { limit: 5 }, true)
    })
  },
)

test('a move reads only a few rows, however many siblings there are', async () => {
  await expectLookUps((db) =>
    db.transaction().execute(async (tx: Tx) => {
      for (const parentId of [null, `${organizationId}c3`]) {
        expect((await siblingsIn(tx, organizationId, parentId)).length).toBeGreaterThan(5)
        const orderKey = (await lastKeyIn(tx, organizationId, parentId)) ?? ''
        expect(await neighborOf(tx, organizationId, { parentId, orderKey }, 'before')).toBeDefined()
        expect(await neighborOf(tx, organizationId, { parentId, orderKey }, 'after')).toBeUndefined()
      }
      expect(await ancestorsOf(tx, organizationId, `${organizationId}c500`)).toHaveLength(3)
      expect((await branchOf(tx, organizationId, `${organizationId}c4`)).length).toBeGreaterThan(1)
    }),
  )
})
