import { useQueryClient } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { blocksOf } from '#markup/blocks.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { sourceOf, writeSuggestion } from '#markup/suggestion.ts'
import { q } from '../../data/api.ts'
import { toast } from '../../lib/toast.ts'
import { IconButton } from '../ui/button.tsx'
import type { CommentsRef } from './queries.ts'

type ButtonProps = {
  at: CommentsRef
  page: string
  node: string | undefined
  /** Receives a suggestion that contains the block as it is now. */
  onSuggest: (suggestion: string) => void
}

/** Starts a suggestion with the Markdown of the commented block. */
export function SuggestButton({ at, page, node, onSuggest }: ButtonProps) {
  const client = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const { spaceId, change } = at
  if (change === undefined || node === undefined) return null
  const suggest = async () => {
    const params = { spaceId, changeRequestId: change, pageId: page }
    const read = await client.fetchQuery(q(api.changeRequestContent.page, { params, query: {} }))
    const markdown = read.type === 'document' ? (read.markdown ?? '') : ''
    const block = blocksOf(parseMarkdown(markdown)).find(({ key }) => key === node)
    if (block === undefined) toast.refused('This block has changed or was deleted')
    else onSuggest(writeSuggestion(sourceOf(markdown, block)))
  }
  return (
    <IconButton
      small
      icon={FilePenLine}
      label="Suggest a change"
      aria-busy={isReading}
      onClick={() => {
        setIsReading(true)
        suggest()
          .catch(() => toast.refused('Couldn’t read the block'))
          .finally(() => setIsReading(false))
      }}
    />
  )
}
