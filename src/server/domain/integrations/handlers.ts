import { integrations } from '#contract/integrations.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Context } from '../../context.ts'
import { decodeCursor } from '../../db/page.ts'
import { handle } from '../../handle.ts'

/** @throws {DomainError} `validation` for a page token, none of which these lists ever issue */
async function noItems(_: Context, { query: { page } }: { readonly query: Paging }) {
  if (page !== undefined) decodeCursor(page, 1)
  return { count: 0, items: [] }
}

export const integrationHandlers = handle(integrations, {
  list: noItems,
  ofOrganization: noItems,
  statusOfOrganization: noItems,
  installations: noItems,
  ofSite: noItems,
  ofSpace: noItems,
  blocksOfSpace: async () => [],
})
