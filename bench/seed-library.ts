import { api } from '#contract/api.ts'
import { runParallel } from './seed.ts'
import type { Call } from './service.ts'

const collectionCount = 500
const spaceCount = 4500
const MAX_DEPTH = 6
const emoji = ['1f4d8', '1f50b', '1f9f0', '1f4df', '1f50c', '1f6e0']

/**
 * Creates a library of 5,000 nodes and returns its organization: 500 collections on six levels, each in one of the first
 * half of the level above, and 4,500 spaces spread over them and the top level.
 */
export async function seedLibrary(call: Call, log: (line: string) => void): Promise<string> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench library' } })
  const params = { organizationId }
  const collections: string[] = []
  let previousLevel: readonly string[] = []
  for (let level = 0; level < MAX_DEPTH; level++) {
    const parents = previousLevel.slice(0, Math.ceil(previousLevel.length / 2))
    const created = await runParallel(sizeOf(level), 8, async (i) => {
      const parent = parents[i % Math.max(1, parents.length)]
      const title = `Collection ${level + 1}.${i + 1}`
      const body = { title, ...(parent === undefined ? {} : { parent }) }
      return (await call(api.collections.create, { params, body })).id
    })
    collections.push(...created)
    previousLevel = created
  }
  log(`${collections.length} collections`)
  await runParallel(spaceCount, 8, async (i) => {
    const parent = i % 10 === 0 ? undefined : collections[(i * 7) % collections.length]
    const body = {
      title: `Space ${i + 1} of the library`,
      emoji: emoji[i % emoji.length] ?? '',
      ...(parent === undefined ? {} : { parent }),
    }
    await call(api.spaces.create, { params, body })
  })
  log(`${spaceCount} spaces`)
  return organizationId
}

/** The number of collections per level; together `collectionCount`. */
const sizeOf = (level: number): number =>
  level === 0 ? collectionCount / 10 : Math.round((collectionCount * 0.9) / (MAX_DEPTH - 1))
