import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { q } from '../../data/api.ts'
import { isActive } from './labels.ts'

export const sources = ['files', 'word', 'website', 'git'] as const
export type SourceKind = (typeof sources)[number]

const ACTIVE_POLL_MS = 700
const IDLE_POLL_MS = 15_000

/** Recent imports into a space; polled frequently while one is running. */
export const importRunsQuery = ({ id, organization }: Pick<Space, 'id' | 'organization'>) =>
  queryOptions({
    ...q(api.imports.list, { params: { organizationId: organization }, query: { space: id, limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  })

/** The import of a site; polled while the service works on it. */
export const siteImportQuery = (organizationId: string, siteImportId: string) =>
  queryOptions({
    ...q(api.siteImports.get, { params: { organizationId, siteImportId } }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? ACTIVE_POLL_MS : false),
  })
