import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { newId } from '../ids.ts'
import type { Change } from './changes.ts'
import { aSpace, edit } from './fixtures/space.ts'
import { writeList } from './lists.ts'
import { objectsOf } from './objects.ts'
import { contentOf, markdownOf } from './read.ts'
import { check, rebuild } from './rebuild.ts'
import type { PageNode } from './snapshot.ts'
import type { SpaceRef } from './space-ref.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The expected tree, stored in the simplest possible way. */
type Model = { id: string; title: string; parent: string | null }[]

const below = (model: Model, parent: string | null) => model.filter((page) => page.parent === parent)

const isBelow = (model: Model, id: string | null, above: string): boolean =>
  id === above || (id !== null && isBelow(model, model.find((page) => page.id === id)?.parent ?? null, above))

function insertAt(model: Model, page: Model[number], at: number | undefined): Model {
  const siblings = below(model, page.parent)
  const next = at === undefined ? undefined : siblings[at]
  const index = next === undefined ? model.length : model.indexOf(next)
  return model.toSpliced(index, 0, page)
}

type Step =
  | { do: 'insert'; under: number; at: number | undefined; link: number }
  | { do: 'move'; page: number; under: number; at: number | undefined }
  | { do: 'rename'; page: number; title: string }
  | { do: 'delete'; page: number }

const index = fc.nat({ max: 1000 })
const at = fc.option(fc.nat({ max: 6 }), { nil: undefined })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('insert' as const), under: index, at, link: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), page: index, under: index, at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      page: index,
      title: fc.constantFrom('Über', 'Same', 'A b', '日本'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), page: index }) },
)

/** The change that a step means for a model, and the model after it; null when the step means nothing there. */
function meant(model: Model, one: Step): { change: Change; after: Model; isAllowed: boolean } | null {
  const pick = (number: number) => model[number % Math.max(model.length, 1)]
  const under = (number: number) => (number % 3 === 0 ? null : (pick(number)?.id ?? null))
  if (one.do === 'insert') {
    const page = { id: newId(), title: `Page ${one.link % 5}`, parent: under(one.under) }
    const target = pick(one.link)
    const markdown =
      target === undefined ? '# None\n\nfirst' : `See [it](/pages/${target.id}).\n\n## Part ${one.link}\n`
    const change: Change = {
      operation: 'insert_page',
      id: page.id,
      title: page.title,
      isPlanned: true,
      into: page.parent,
      at: one.at,
      document: { markdown },
    }
    return { change, after: insertAt(model, page, one.at), isAllowed: true }
  }
  const page = pick(one.page)
  if (page === undefined) return null
  if (one.do === 'delete') {
    const after = model.filter(({ id }) => !isBelow(model, id, page.id))
    return { change: { operation: 'delete_page', page: page.id }, after, isAllowed: true }
  }
  if (one.do === 'rename') {
    const after = model.map((other) => (other === page ? { ...page, title: one.title } : other))
    return { change: { operation: 'update_page', page: page.id, title: one.title }, after, isAllowed: true }
  }
  const parent = under(one.under)
  const isAllowed = parent === null || !isBelow(model, parent, page.id)
  const after = insertAt(
    model.filter((other) => other !== page),
    { ...page, parent },
    one.at,
  )
  return {
    change: { operation: 'update_page', page: page.id, into: parent, at: one.at },
    after: isAllowed ? after : model,
    isAllowed,
  }
}

type Shape = { id: string; title: string; pages: Shape[] }
const shapeOf = (model: Model, parent: string | null): Shape[] =>
  below(model, parent).map(({ id, title }) => ({ id, title, pages: shapeOf(model, id) }))
const shapeIn = (pages: readonly PageNode[]): Shape[] =>
  pages.map(({ entry, pages: inner }) => ({ id: entry.id, title: entry.title, pages: shapeIn(inner) }))

/** Applies a step to the space and the model alike; a refused one changes neither. */
async function take(space: SpaceRef, model: Model, one: Step): Promise<Model> {
  const next = meant(model, one)
  if (next === null) return model
  const done = edit(database.db, space, [next.change])
  if (!next.isAllowed) {
    await expect(done).rejects.toMatchObject({ reason: 'invalid_position' })
    return model
  }
  try {
    await done
    return next.after
  } catch (error) {
    // The only refusal of an allowed step: moving next to a page of the same slug.
    expect(error).toMatchObject({ reason: 'conflict', details: { field: 'slug' } })
    return model
  }
}

test('random histories keep every page in its position, and the projections match the tree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const space = await aSpace(database.db)
      let model: Model = []
      for (const one of steps) model = await take(space, model, one)
      const { tree } = await contentOf(database.db, space)
      expect(shapeIn(tree.pages)).toEqual(shapeOf(model, null))
      const paths = [...tree.all()].map(({ path }) => path)
      expect(new Set(paths).size).toBe(paths.length)
      expect(await check(database.db, space)).toEqual([])
      await database.db.transaction().execute((tx) => rebuild(tx, space))
      expect(await check(database.db, space)).toEqual([])
    }),
    { numRuns: 12, seed: 63 },
  )
}, 120_000)

test('a batch has the same result as its changes one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 15 }), async (steps) => {
      const [one, all] = [await aSpace(database.db), await aSpace(database.db)]
      let model: Model = []
      const changes: Change[] = []
      for (const each of steps) {
        const next = meant(model, each)
        if (next === null || !next.isAllowed) continue
        const isDone = await edit(database.db, one, [next.change]).then(
          () => true,
          () => false,
        )
        if (isDone) changes.push(next.change)
        if (isDone) model = next.after
      }
      await edit(database.db, all, changes)
      const [singly, together] = [await contentOf(database.db, one), await contentOf(database.db, all)]
      expect(shapeIn(together.tree.pages)).toEqual(shapeIn(singly.tree.pages))
      expect([...together.tree.all()].map(({ path }) => path)).toEqual(
        [...singly.tree.all()].map(({ path }) => path),
      )
      expect(await check(database.db, all)).toEqual([])
    }),
    { numRuns: 12, seed: 63 },
  )
}, 120_000)

test('reading a text and writing it back changes nothing, whatever links are in it', async () => {
  const space = await aSpace(database.db)
  const [guide] = (
    await edit(database.db, space, [{ operation: 'insert_page', title: 'Guide', document: {} }])
  ).changes
  await edit(database.db, space, [
    { operation: 'insert_page', title: 'Install', document: {}, into: guide?.page },
    { operation: 'insert_page', title: 'Page', document: {}, into: guide?.page },
  ])
  const link = fc.constantFrom(
    '[a](install.md)',
    '[b](./guide/page.md#x "title")',
    '[c](</guide/install.md>)',
    '![d](/pages/guide)',
    '[e](gone.md)',
    '<a href="/guide/page.md">f</a>',
    '[g]: /guide/install\n',
    '[h][g]',
    '`[i](/guide.md)`',
    '{% content-ref url="guide/page.md" %}\n[p](guide/page.md)\n{% endcontent-ref %}',
    'plain',
    '\n\n',
    '    indented [k](/guide.md)',
    '\r\n',
    '- [l](page)',
    '[m](/guide/README.md?x=1#y)',
    '[n](GUIDE/Page.md)',
    '\\[o](/guide.md)',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(link, { maxLength: 8 }), async (parts) => {
      const markdown = parts.join('\n')
      const made = await edit(database.db, space, [
        { operation: 'insert_page', title: 'Text', isPlanned: true, document: { markdown } },
      ])
      const id = made.changes[0]?.page ?? ''
      const content = await contentOf(database.db, space)
      const node = content.tree.page(id)
      const shown = node === undefined ? '' : await markdownOf(database.db, content, node.entry)
      const again = await edit(database.db, space, [
        { operation: 'update_page', page: id, document: { markdown: shown } },
      ])
      expect(again.revision).toBe(made.revision)
      expect(await check(database.db, space)).toEqual([])
    }),
    { numRuns: 40, seed: 64 },
  )
}, 120_000)

test('a list has one hash whatever its history, and a change of one item writes little', async () => {
  const { organizationId } = await aSpace(database.db)
  const ids = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9]{6}$/), { minLength: 100, maxLength: 500 })
  await fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), (all, from, to) => {
      const objects = objectsOf(database.db, organizationId)
      const items = all.map((id) => ({ id }))
      const before = writeList(objects, items, (item) => item)
      const moved = items.toSpliced(from % items.length, 1)
      moved.splice(to % items.length, 0, { id: 'inserted' })
      const after = writeList(objects, moved, (item) => item, before?.leaves)
      const fresh = writeList(objects, moved, (item) => ({ ...item }))
      expect(after?.hash).toBe(fresh?.hash)
      expect(after?.leaves.flatMap((leaf) => leaf.items)).toEqual(moved)
      const back = writeList(objects, items, (item) => item, after?.leaves)
      expect(back?.hash).toBe(before?.hash)
    }),
    { numRuns: 200, seed: 65 },
  )
  const objects = objectsOf(database.db, organizationId)
  const many = Array.from({ length: 10_000 }, () => ({ id: newId() }))
  const before = writeList(objects, many, (item) => item)
  let encoded = 0
  const changed = many.with(5000, { id: many[5000]?.id ?? '' })
  writeList(
    objects,
    changed,
    (item) => {
      encoded++
      return item
    },
    before?.leaves,
  )
  expect(encoded).toBeLessThan(1000)
})
