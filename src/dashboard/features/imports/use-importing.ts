import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { nameOf } from '#contract/route.ts'
import type { Space } from '#contract/spaces.ts'
import { ask } from '../../lib/api.ts'
import { type ChosenFile, formOf } from './chosen-files.ts'
import { runsQuery } from './import-queries.ts'

/** The service lists a run as soon as it has taken the order. */
const soon = 250

/**
 * The ways to begin an import. They wait in no line with other writes to the space: the one by address answers only
 * when everything is in, which may take minutes.
 */
export function useImporting(space: Space) {
  const client = useQueryClient()
  const meta = { shown: 'in-form', resource: nameOf(api.imports.list) }
  const params = { spaceId: space.id }
  const website = useMutation({
    meta,
    mutationFn: (url: string) => ask(api.spaceContent.import, { params, body: { url, source: 'website' } }),
  })
  const files = useMutation({
    meta,
    mutationFn: (chosen: readonly ChosenFile[]) =>
      ask(api.spaceContent.upload, { params, body: formOf(chosen) }),
  })
  const { queryKey } = runsQuery(space)
  const { isPending } = website
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey }), soon)
    return () => clearTimeout(timer)
  }, [isPending, client, queryKey])
  return { website, files }
}
