import { expect, test } from 'vitest'
import type { Conflict, Resolution } from './changes.ts'
import { memoryObjects } from './fixtures/memory-objects.ts'
import { inOrder, type Model, type ModelPage, readModel, rootAt, storeModel } from './fixtures/models.ts'
import { mergeRoots } from './merge-roots.ts'

const time = '2026-01-01T00:00:00.000Z'

const page = (id: string, parent: string | null = null, more: Partial<ModelPage> = {}): ModelPage => ({
  id,
  parent,
  type: 'document',
  title: id,
  slug: id,
  lines: [],
  updatedAt: time,
  ...more,
})

type Three = Readonly<Record<'base' | 'theirs' | 'ours', Model>>

async function merge(
  { base, theirs, ours }: Three,
  settle: (found: Conflict) => Resolution | null = () => null,
) {
  const objects = memoryObjects()
  const roots = {
    base: storeModel(objects, base),
    theirs: storeModel(objects, theirs),
    ours: storeModel(objects, ours),
  }
  const first = await mergeRoots(objects, roots)
  const conflicts = 'conflicts' in first ? first.conflicts : []
  const settled = conflicts.flatMap((found) => {
    const resolution = settle(found)
    return resolution === null ? [] : [[found.id, resolution] as const]
  })
  const merged = settled.length === 0 ? first : await mergeRoots(objects, roots, new Map(settled))
  const model = 'root' in merged ? await readModel(objects, await rootAt(objects, merged.root)) : null
  return { conflicts, model }
}

const places = (model: Model | null) =>
  model && Object.fromEntries(inOrder(model).map(({ id, parent }) => [id, parent]))
const take = (side: 'primary' | 'request') => () => ({ take: side })

const circle: Three = {
  base: [page('a'), page('b')],
  theirs: [page('a'), page('b', 'a')],
  ours: [page('b'), page('a', 'b')],
}

test('two moves that put pages below each other are a conflict of parents', async () => {
  const { conflicts, model } = await merge(circle)
  expect(model).toBeNull()
  expect(conflicts).toMatchObject([
    { kind: 'place', page: { id: 'a', path: 'a' }, base: '/', theirs: '/', ours: '/b' },
  ])
})

test('a cycle is resolved for the space or for the request', async () => {
  expect(places((await merge(circle, take('primary'))).model)).toEqual({ a: null, b: 'a' })
  expect(places((await merge(circle, take('request'))).model)).toEqual({ a: 'b', b: null })
})

test('a page that both sides moved differently is a conflict', async () => {
  const three = {
    base: [page('a'), page('b'), page('c')],
    theirs: [page('a'), page('b'), page('c', 'a')],
    ours: [page('a'), page('b'), page('c', 'b')],
  }
  const { conflicts } = await merge(three)
  expect(conflicts).toMatchObject([{ kind: 'place', page: { id: 'c' }, base: '/', theirs: '/a', ours: '/b' }])
  expect(places((await merge(three, take('request'))).model)).toEqual({ a: null, b: null, c: 'b' })
})

test('children of a page whose removal was chosen move up to the nearest remaining ancestor', async () => {
  const three = {
    base: [page('a'), page('b', 'a'), page('c', 'b')],
    theirs: [page('a'), page('b', 'a'), page('c', 'b'), page('new', 'c')],
    ours: [page('a')],
  }
  const { conflicts, model } = await merge(three, take('request'))
  expect(conflicts).toMatchObject([
    { kind: 'page', page: { id: 'b' }, base: 'b', theirs: 'b', below: [{ id: 'new' }] },
  ])
  expect(conflicts[0]).not.toHaveProperty('ours')
  expect(places(model)).toEqual({ a: null, new: 'a' })
  expect(places((await merge(three, take('primary'))).model)).toEqual({ a: null, b: 'a', c: 'b', new: 'c' })
})

test('a page that was moved out of a removed page is a conflict of its own', async () => {
  const three = {
    base: [page('a'), page('b', 'a'), page('c', 'a')],
    theirs: [page('a'), page('c', 'a'), page('b')],
    ours: [],
  }
  const { conflicts, model } = await merge(three, take('primary'))
  expect(conflicts.map(({ page: { id } }) => id)).toEqual(['b'])
  expect(places(model)).toEqual({ b: null })
})

test('of two new pages with the same slug the one of the request gets a suffix', async () => {
  const three = {
    base: [page('a')],
    theirs: [page('a'), page('x', null, { slug: 'faq' })],
    ours: [page('a'), page('y', null, { slug: 'faq' })],
  }
  const { model } = await merge(three)
  expect(model?.map(({ id, slug }) => [id, slug])).toEqual([
    ['a', 'a'],
    ['x', 'faq'],
    ['y', 'faq-1'],
  ])
})

test('pages that both sides appended follow each other, those of the space first', async () => {
  const three = {
    base: [page('a'), page('b')],
    theirs: [page('a'), page('t'), page('b'), page('u')],
    ours: [page('b'), page('a'), page('o')],
  }
  const { model } = await merge(three)
  expect(model?.map(({ id }) => id)).toEqual(['b', 'a', 't', 'u', 'o'])
})

test('fields are merged separately, and a text resolves a field or lines', async () => {
  const text = ['one', '', 'two', '', 'three']
  const three = {
    base: [page('a', null, { lines: text })],
    theirs: [page('a', null, { title: 'T', lines: text.with(0, 'ONE').with(4, 'THREE') })],
    ours: [page('a', null, { title: 'O', description: 'D', lines: text.with(0, 'Eins') })],
  }
  const { conflicts, model } = await merge(three, ({ kind }) => ({
    take: 'text',
    text: kind === 'field' ? 'Both' : 'uno\nunos',
  }))
  expect(conflicts).toMatchObject([
    { kind: 'field', field: 'title', base: 'a', theirs: 'T', ours: 'O' },
    { kind: 'block', base: 'one', theirs: 'ONE', ours: 'Eins' },
  ])
  expect(model).toMatchObject([
    { title: 'Both', description: 'D', lines: ['uno', 'unos', '', 'two', '', 'THREE'] },
  ])
})

test('equal conflicts in a page have different ids', async () => {
  const three = {
    base: [page('a', null, { lines: ['x', '', 'mark', '', 'x'] })],
    theirs: [page('a', null, { lines: ['t', '', 'mark', '', 't'] })],
    ours: [page('a', null, { lines: ['o', '', 'mark', '', 'o'] })],
  }
  let turn = 0
  const { conflicts, model } = await merge(three, () => ({ take: turn++ === 0 ? 'primary' : 'request' }))
  expect(new Set(conflicts.map(({ id }) => id)).size).toBe(2)
  expect(model?.[0]?.lines).toEqual(['t', '', 'mark', '', 'o'])
})

test.each([
  ['a title of nothing', 'title', ''],
  ['a slug with a slash', 'slug', 'a/b'],
  ['a description that is too long', 'description', 'x'.repeat(301)],
] as const)('a conflict cannot be settled by %s', async (_, field, text) => {
  const three = {
    base: [page('a')],
    theirs: [page('a', null, { [field]: 'T' })],
    ours: [page('a', null, { [field]: 'O' })],
  }
  await expect(merge(three, () => ({ take: 'text', text }))).rejects.toMatchObject({ reason: 'validation' })
})

test('a conflict of a parent or a whole page cannot be resolved by a text', async () => {
  await expect(merge(circle, () => ({ take: 'text', text: 'x' }))).rejects.toMatchObject({
    reason: 'validation',
  })
})

test('two different pages with the same id conflict as a whole', async () => {
  const three = {
    base: [],
    theirs: [page('a', null, { title: 'T', type: 'group' })],
    ours: [page('a', null, { title: 'O', lines: ['text'] })],
  }
  const { conflicts, model } = await merge(three, take('request'))
  expect(conflicts).toMatchObject([{ kind: 'page', theirs: 'T', ours: 'O' }])
  expect(model).toMatchObject([{ title: 'O', type: 'document', lines: ['text'] }])
})

test('a merge reads only changes, whatever the size of the space', async () => {
  const folder = (n: number): Model => [
    page(`f${n}`),
    ...Array.from({ length: 100 }, (_, i) => page(`f${n}p${i}`, `f${n}`, { lines: ['text'] })),
  ]
  const reads: number[] = []
  for (const count of [5, 25]) {
    const objects = memoryObjects()
    const base = Array.from({ length: count }, (_, n) => folder(n)).flat()
    const titled = (id: string) => base.map((one) => (one.id === id ? { ...one, title: 'New' } : one))
    const [theirs, ours] = [titled('f1p3'), titled('f3p70')]
    const roots = {
      base: storeModel(objects, base),
      theirs: storeModel(objects, theirs),
      ours: storeModel(objects, ours),
    }
    objects.readSince()
    expect('root' in (await mergeRoots(objects, roots))).toBe(true)
    reads.push(objects.readSince())
  }
  expect(reads[0]).toBe(reads[1])
  expect(reads[0]).toBeLessThan(20)
})
