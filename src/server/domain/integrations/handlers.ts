import { integrations } from '#contract/integrations.ts'
import { handle } from '../../handle.ts'

const noItems = async () => ({ count: 0, items: [] })

export const integrationHandlers = handle(integrations, {
  list: noItems,
  ofOrganization: noItems,
  statusOfOrganization: noItems,
  installations: noItems,
  ofSite: noItems,
  ofSpace: noItems,
  blocksOfSpace: async () => [],
})
