import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { manyPages } from '#testing/many-pages.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { viewerIn } from '#testing/viewers.ts'
import { readLargeSpaces } from '../../search/large-spaces.ts'
import { queryWords } from '../../search/query.ts'
import { correctSpelling, inSpaces } from '../../search/spelling.ts'
import { findInOrganization, findInSpace, shownSections, titlesAbove, visibleWords } from './queries.ts'

const app = useTestApp()

let organizationId = ''
let spaceId = ''
let readerId = ''

beforeAll(async () => {
  const { organizationId: id, admin } = await app.anOrganization()
  organizationId = id
  readerId = (await app.aMember(id, 'read')).userId
  const space = await app.as(admin)(api.spaces.create, { params: { organizationId } })
  spaceId = space.id
  await manyPages(app.db, { organizationId, spaceId }, 10_000)
  await settle(app.db)
}, 120_000)

const searchQuery = (text: string) => ({ text, terms: queryWords(text) })

test.each(['only77x2', 'seldom', 'number 7', 'only7'])(
  'the words %j are looked up in the index of words among 10,000 pages, not one by one',
  async (text) => {
    const viewer = await viewerIn(app.db, organizationId, readerId)
    const plans = await plansOf(app.connectionString, async (db) => {
      expect(await findInOrganization(db, viewer, searchQuery(text))).toHaveLength(1)
      expect((await findInSpace(db, { organizationId, spaceId }, searchQuery(text))).length).toBeGreaterThan(
        0,
      )
    })
    const searches = plans.filter((plan) => !plan.text.includes('pg_stats'))
    expect(searches).toHaveLength(2)
    for (const { whole, indexes, text: query } of searches) {
      expect(whole, query).not.toContain('page_section')
      expect(whole, query).not.toContain('page')
      expect(indexes, query).toContain('page_section_by_word')
    }
  },
)

test('words in different sections and misspelled words use an index too', async () => {
  const at = { organizationId, spaceId }
  const across = { ...searchQuery('only77x2 only77x3'), across: true }
  const searches = await plansOf(app.connectionString, async (db) => {
    expect(await findInSpace(db, at, across)).toHaveLength(1)
  })
  for (const { whole, text } of searches) expect(whole, text).not.toContain('page_section')
  await sql`insert into search_word (organization_id, space_id, word)
    select ${organizationId}, ${spaceId}, translate(md5(n::text), '0123456789', 'ghijklmnop')
    from generate_series(1, 30000) n`.execute(app.db)
  await sql`insert into search_word values (${organizationId}, ${spaceId}, 'configuration')`.execute(app.db)
  await settle(app.db)
  const plans = await plansOf(app.connectionString, async (db) => {
    const viewer = await viewerIn(app.db, organizationId, readerId)
    for (const words of [inSpaces(organizationId, [spaceId]), visibleWords(viewer)])
      expect(await correctSpelling(db, words, ['configuraiton'])).toEqual(['configuration'])
  })
  expect(plans).toHaveLength(4)
  for (const { whole, indexes, text } of plans) {
    expect(whole, text).not.toContain('search_word')
    if (text.includes('like')) expect(indexes, text).toContain('search_word_by_letters')
  }
})

test('sections of results and the ancestors of their pages are looked up one by one', async () => {
  const pages = Array.from({ length: 200 }, (_, i) => ({ space: spaceId, page: `page${i + 1}`, ordinal: 1 }))
  const plans = await plansOf(app.connectionString, async (db) => {
    expect(await shownSections(db, organizationId, pages)).toHaveLength(200)
    await titlesAbove(db, organizationId, pages)
  })
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    // There are only a few spaces here.
    expect(
      plan.whole.filter((table) => table !== 'space'),
      plan.text,
    ).toEqual([])
    expect(plan.indexes, plan.text).toContain('page_pkey')
  }
  expect(plans[0]?.indexes).toContain('page_section_pkey')
})

test('all sections of a space are only read as a whole where they are few', async () => {
  const small = await app.anOrganization()
  const { id } = await app.as(small.admin)(api.spaces.create, { params: small, body: {} })
  const large = await readLargeSpaces(app.db)
  expect([large.has(spaceId), large.has(id)]).toEqual([true, false])
})

test('sections are ranked where they were found, without looking them up again', async () => {
  const viewer = await viewerIn(app.db, organizationId, readerId)
  const [plan] = await plansOf(app.connectionString, (db) =>
    findInOrganization(db, viewer, searchQuery('seldom')),
  )
  expect(plan?.steps).toContain('Tid Scan')
  expect(plan?.indexes).not.toContain('page_section_pkey')
})
