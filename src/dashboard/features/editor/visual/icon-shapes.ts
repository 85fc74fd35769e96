import type { QueryClient } from '@tanstack/react-query'
import type { IconShape } from '#markup/font-icons.ts'
import { iconQueries } from '../../../data/icons.ts'

/** Shapes of icons by the names in the text. */
export type IconShapes = {
  /** The icons that are loaded. A name without an icon has null. */
  readonly known: ReadonlyMap<string, IconShape | null>
  /** Loads the icons with these names. Resolves to whether any of them was new. */
  readonly load: (names: readonly string[]) => Promise<boolean>
}

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
    const read = await Promise.all(iconQueries(names).map((request) => client.fetchQuery(request)))
    const shapes = new Map(read.flatMap(({ icons }) => icons).map((icon) => [icon.name, icon]))
    for (const name of names) known.set(name, shapes.get(name) ?? null)
  }
  return {
    known,
    load: async (names) => {
      const missing = names.filter((name) => !known.has(name))
      if (missing.length === 0) return false
      for (const name of missing) wanted.add(name)
      loading ??= loadWanted()
      // Without the network an icon is shown as its name.
      await loading.catch(() => undefined)
      return missing.some((name) => known.get(name) != null)
    },
  }
}
