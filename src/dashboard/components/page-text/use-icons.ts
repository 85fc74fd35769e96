import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { IconShape } from '#markup/font-icons.ts'
import { iconQueries } from '../../data/icons.ts'

/** Shapes of icons by the names in the text. */
export type IconsByName = ReadonlyMap<string, IconShape>

/** The same map while there is none, so that a text without icons is rendered once. */
export const noIcons: IconsByName = new Map()

/** More icons than that stay away from a page. */
const MAX_REQUESTS = 10

/**
 * The icons of a text, as far as they are loaded.
 * @param names joined by spaces
 */
export function useIcons(names: string): IconsByName {
  const requests = iconQueries(names.split(' ')).slice(0, MAX_REQUESTS)
  const read = useQueries({
    queries: requests.map((request) => ({ ...request, retry: false, throwOnError: false })),
    combine: dataOf,
  })
  return useMemo(() => {
    const shapes = read.flatMap((data) => data?.icons ?? [])
    return shapes.length === 0 ? noIcons : new Map(shapes.map((shape) => [shape.name, shape]))
  }, [read])
}

type Icons = Output<typeof api.icons.list>

/** The same while nothing of it changes, so that a page is drawn again only then. */
const dataOf = (read: readonly { readonly data?: Icons | undefined }[]) => read.map(({ data }) => data)
