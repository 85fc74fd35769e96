import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import type { Template } from '../../components/condition/condition-templates.tsx'
import { q } from '../../lib/api.ts'
import { type Claim, claimsOf } from '../../lib/condition-doubts.ts'
import type { SitePlace } from './parts.ts'

/** What a site knows of its visitors; undefined while that is read. */
export function useVisitorSchema({ organizationId, siteId }: SitePlace): VisitorSchema | undefined {
  return useQuery(q(api.siteAudience.getSchema, { params: { organizationId, siteId } })).data?.jsonSchema
}

const none: readonly Claim[] = []

/** What conditions of a site can name. */
export function useClaims(place: SitePlace): readonly Claim[] {
  const schema = useVisitorSchema(place)
  return useMemo(() => (schema ? claimsOf(schema) : none), [schema])
}

const noTemplates: readonly Template[] = []

/** Conditions of a site to begin with. */
export const useTemplates = ({ organizationId, siteId }: SitePlace): readonly Template[] =>
  useQuery(q(api.siteAudience.templates, { params: { organizationId, siteId } })).data?.items ?? noTemplates
