import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import { MAX_ICONS } from '#contract/shared/limits.ts'
import type { IconShape } from '#markup/font-icons.ts'
import { q } from '../../data/api.ts'

/** Shapes of icons by the names in the text. */
export type IconsByName = ReadonlyMap<string, IconShape>

/** The same map while there is none, so that a text without icons is rendered once. */
export const noIcons: IconsByName = new Map()

const MAX_NAME_LENGTH = 60
/** More icons than that stay away from a page. */
const MAX_REQUESTS = 10

/**
 * The icons of a text, as far as they are loaded. They are the same for every page.
 * @param names joined by spaces
 */
export function useIcons(names: string): IconsByName {
  const known = names
    .split(' ')
    .filter((name) => name.length <= MAX_NAME_LENGTH && /^(?:[a-z]+\/)?[a-z0-9-]+$/.test(name))
  const read = useQueries({
    queries: chunksOf(known).map((chunk) => ({
      ...q(api.icons.list, { query: { names: chunk.join(',') } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      throwOnError: false,
    })),
    combine: dataOf,
  })
  return useMemo(() => {
    const shapes = read.flatMap((data) => data?.icons ?? [])
    return shapes.length === 0 ? noIcons : new Map(shapes.map((shape) => [shape.name, shape]))
  }, [read])
}

const chunksOf = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.min(MAX_REQUESTS, Math.ceil(names.length / MAX_ICONS)) }, (_, index) =>
    names.slice(index * MAX_ICONS, (index + 1) * MAX_ICONS),
  )

type Icons = Output<typeof api.icons.list>

/** The same while nothing of it changes, so that a page is drawn again only then. */
const dataOf = (read: readonly { readonly data?: Icons | undefined }[]) => read.map(({ data }) => data)
