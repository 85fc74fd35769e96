import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { MAX_ICONS } from '#contract/shared/limits.ts'
import type { IconShape } from '#markup/font-icons.ts'
import { q } from '../../../data/api.ts'

/** Shapes of icons by the names in the text. */
export type IconShapes = {
  /** The icons that are loaded. A name without an icon has null. */
  readonly known: ReadonlyMap<string, IconShape | null>
  /** Loads the icons with these names. Resolves to whether any of them was new. */
  readonly load: (names: readonly string[]) => Promise<boolean>
}

const NAME = /^(?:(?:brands|regular|solid)\/)?[a-z0-9-]{1,50}$/

/** Loads the icons of a page with few requests: those that are needed at the same time share one. */
export function iconShapes(client: QueryClient): IconShapes {
  const known = new Map<string, IconShape | null>()
  let wanted = new Set<string>()
  let loading: Promise<unknown> | undefined
  const loadWanted = async () => {
    await Promise.resolve()
    const names = [...wanted]
    wanted = new Set()
    loading = undefined
    const chunks = Array.from({ length: Math.ceil(names.length / MAX_ICONS) }, (_, index) =>
      names.slice(index * MAX_ICONS, (index + 1) * MAX_ICONS),
    )
    await Promise.all(chunks.map(loadChunk))
  }
  const loadChunk = async (names: readonly string[]) => {
    const { icons } = await client.fetchQuery({
      ...q(api.icons.list, { query: { names: names.join(',') } }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    for (const name of names) known.set(name, icons.find((icon) => icon.name === name) ?? null)
  }
  return {
    known,
    load: async (names) => {
      const missing = names.filter((name) => NAME.test(name) && !known.has(name))
      if (missing.length === 0) return false
      for (const name of missing) wanted.add(name)
      loading ??= loadWanted()
      // Without the network an icon is shown as its name.
      await loading.catch(() => undefined)
      return missing.some((name) => known.get(name) != null)
    },
  }
}
