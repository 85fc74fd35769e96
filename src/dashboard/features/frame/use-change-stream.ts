import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChangeEvent } from '#contract/events.ts'
import { listenToChanges } from '../../lib/change-stream.ts'
import { takeIn } from '../../lib/heard.ts'

/** Changes that come within this time are read again together. */
const gatherFor = 120

/**
 * Reads again what changed elsewhere, in every open window. While a write of this window is under way nothing is
 * read, so that what it shows already is not overwritten by what was true before.
 */
export function useChangeStream(organizationId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (organizationId === undefined) return undefined
    let heard: ChangeEvent[] = []
    let timer: number | undefined
    const readAgain = () => {
      timer = undefined
      if (client.isMutating() > 0) {
        timer = window.setTimeout(readAgain, gatherFor)
        return
      }
      const events = heard
      heard = []
      takeIn(client, events)
    }
    const stop = listenToChanges(organizationId, (event) => {
      heard.push(event)
      timer ??= window.setTimeout(readAgain, gatherFor)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [client, organizationId])
}
