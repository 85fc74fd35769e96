import { api } from '#contract/api.ts'
import { MAX_ICONS } from '#contract/shared/limits.ts'
import { q } from './api.ts'

const NAME = /^(?:(?:brands|regular|solid)\/)?[a-z0-9-]{1,50}$/

/** Requests for the shapes of icons, which never change. Names that no icon can have are left out. */
export function iconQueries(names: readonly string[]) {
  const valid = names.filter((name) => NAME.test(name))
  return Array.from({ length: Math.ceil(valid.length / MAX_ICONS) }, (_, index) => ({
    ...q(api.icons.list, {
      query: { names: valid.slice(index * MAX_ICONS, (index + 1) * MAX_ICONS).join(',') },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  }))
}
