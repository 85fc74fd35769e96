import { useNavigate } from '@tanstack/react-router'
import { type ContentAt, placesAt, useEditAt } from '../../lib/content-at.ts'
import { words } from '../../lib/words.ts'
import type { Draft } from './edited-page.ts'
import { GoneNote } from './editor-notes.tsx'

type Props = { at: ContentAt; draft: Draft; onSaved: () => void }

/** What was written of a page that is gone becomes a page of its own. */
export function SaveAsNew({ at, draft, onSaved }: Props) {
  const navigate = useNavigate()
  const making = useEditAt(at, {
    onSuccess: async ({ changes: [made] }) => {
      onSaved()
      if (made?.object !== 'created_page') return
      await navigate({ to: placesAt(at).page(made.page.id), ignoreBlocker: true })
    },
  })
  const { title, markdown } = draft
  return (
    <GoneNote
      title={title}
      isSaving={making.isPending}
      onSaveAsNew={() =>
        making.mutate({
          changes: [{ operation: 'insert_page', title: title || words.untitled, document: { markdown } }],
        })
      }
    />
  )
}
