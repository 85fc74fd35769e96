import { useEffect, useState } from 'react'
import type { EditedPage } from './edited-page.ts'
import { type DraftPlace, dropDraft, keepApart, keptDraft, onOtherTab } from './kept-drafts.ts'
import { isSame } from './settling.ts'

/** What an earlier visit left behind, unless it is what the page says anyway, and whether another tab writes too. */
export function useKept({ seen }: EditedPage, place: DraftPlace) {
  const [draft, setDraft] = useState(() => {
    const kept = keptDraft(place)
    if (!kept || isSame(kept.draft, seen)) return undefined
    keepApart()
    return kept
  })
  const [isElsewhere, setIsElsewhere] = useState(false)
  useEffect(() => onOtherTab(place, () => setIsElsewhere(true)), [place])
  return {
    draft,
    isElsewhere,
    /** It was brought back, or is not wanted: its place is free again. */
    close: () => {
      if (draft) dropDraft(place, draft.name)
      setDraft(undefined)
    },
    hideElsewhere: () => setIsElsewhere(false),
  }
}
