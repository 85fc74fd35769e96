import { api } from '#contract/api.ts'
import { inParallel } from './load.ts'
import type { Call } from './service.ts'

const collectionCount = 500
const spaceCount = 4500
const deepest = 6
const emoji = ['1f4d8', '1f50b', '1f9f0', '1f4df', '1f50c', '1f6e0']

/**
 * A library of 5,000 nodes: 500 collections nested up to six deep, each in one of the first half of those a level up, and
 * 4,500 spaces spread over them and the top. Answers the organization.
 */
export async function loadLibrary(call: Call, say: (line: string) => void): Promise<string> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench library' } })
  const params = { organizationId }
  const collections: string[] = []
  let above: readonly string[] = []
  for (let level = 0; level < deepest; level++) {
    const parents = above.slice(0, Math.ceil(above.length / 2))
    const made = await inParallel(sizeOf(level), 8, async (i) => {
      const parent = parents[i % Math.max(1, parents.length)]
      const title = `Collection ${level + 1}.${i + 1}`
      const body = { title, ...(parent === undefined ? {} : { parent }) }
      return (await call(api.collections.create, { params, body })).id
    })
    collections.push(...made)
    above = made
  }
  say(`${collections.length} collections`)
  await inParallel(spaceCount, 8, async (i) => {
    const parent = i % 10 === 0 ? undefined : collections[(i * 7) % collections.length]
    const body = {
      title: `Space ${i + 1} of the library`,
      emoji: emoji[i % emoji.length] ?? '',
      ...(parent === undefined ? {} : { parent }),
    }
    await call(api.spaces.create, { params, body })
  })
  say(`${spaceCount} spaces`)
  return organizationId
}

/** How many collections stand at each depth; together `collectionCount`. */
const sizeOf = (level: number): number =>
  level === 0 ? collectionCount / 10 : Math.round((collectionCount * 0.9) / (deepest - 1))
