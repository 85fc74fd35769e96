import { api } from '#contract/api.ts'
import { q } from '../../lib/api.ts'
import { contentAt, pageAt } from '../../lib/content-at.ts'

export const spaceQuery = (spaceId: string) => q(api.spaces.get, { params: { spaceId } })

/** The tree of pages of the space itself. */
export const contentQuery = (spaceId: string) => contentAt({ spaceId })

/** One page of the space itself with its text. */
export const pageQuery = (spaceId: string, pageId: string) => pageAt({ spaceId }, pageId)
