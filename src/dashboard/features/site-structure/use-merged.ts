import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteHistoryEntry } from '#contract/site-history.ts'
import { ask } from '../../lib/api.ts'
import { words } from '../../lib/words.ts'
import { changeInWords } from './change-words.tsx'
import type { SitePlace } from './parts.ts'

/** What came into the plan from the live structure, in words; undefined while nothing did. */
export type Merged = { readonly text: string | undefined; readonly dismiss: () => void }

/** Says it when the live structure that a plan builds on becomes another one while the plan is looked at. */
export function useMerged(place: SitePlace, fingerprint: string | undefined, isOurs: boolean): Merged {
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const known = useRef(fingerprint)
  const [text, setText] = useState<string>()
  useEffect(() => {
    const before = known.current
    known.current = fingerprint
    if (fingerprint === undefined || before === undefined || before === fingerprint || isOurs) return
    let isOver = false
    setText('The live structure changed.')
    ask(api.siteHistory.list, { params: { organizationId, siteId }, query: { limit: 1 } })
      .then(({ items: [entry] }) => !isOver && entry && setText(sentenceFor(entry)))
      // That it changed is said already.
      .catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [client, fingerprint, isOurs, organizationId, siteId])
  return { text, dismiss: () => setText(undefined) }
}

function sentenceFor({ by, changes }: SiteHistoryEntry): string {
  const who = by?.displayName || 'Somebody'
  const last = changes.at(-1)
  if (!last) return `${who} changed the live structure.`
  return `${who} changed the live structure: ${changeInWords(last) || words.untitled}.`
}
