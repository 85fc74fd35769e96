import { type ReactNode, useState } from 'react'
import { includeTag } from '#markup/includes.ts'
import type { ContentRef } from '../../data/content.ts'
import { toast } from '../../lib/toast.ts'
import { OperationPicker } from './operation-picker.tsx'
import type { EditedDocument } from './queries.ts'
import { ReusableContentPicker } from './reusable-content-picker.tsx'
import { TurnIntoReusableDialog } from './turn-into-reusable-dialog.tsx'

type Options = {
  at: ContentRef
  document: EditedDocument
  organizationId: string | undefined
  /** Inserts blocks at the cursor. */
  insert: (markdown: string) => void
}

/** Opens a dialog that chooses what is inserted. */
export type PickerEvents = {
  readonly onPickOperation: () => void
  readonly onPickReusableContent: () => void
}

/** Blocks of the text, and how they are replaced. */
export type SelectedBlocks = {
  readonly markdown: string
  readonly replace: (markdown: string) => void
}

/** The dialogs that choose what is inserted, and the one that turns blocks into reusable content. */
export function usePickers({ at, document, organizationId, insert }: Options) {
  const [open, setOpen] = useState<'operation' | 'reusable-content' | SelectedBlocks | null>(null)
  const close = () => setOpen(null)
  const pick = (markdown: string) => {
    close()
    insert(markdown)
  }
  const events: PickerEvents = {
    onPickOperation: () => setOpen('operation'),
    onPickReusableContent: () => setOpen('reusable-content'),
  }
  let dialog: ReactNode = null
  if (open === 'operation' && organizationId !== undefined)
    dialog = <OperationPicker organizationId={organizationId} onClose={close} onPick={pick} />
  if (open === 'reusable-content')
    dialog = (
      <ReusableContentPicker
        at={at}
        excludedId={document.kind === 'reusable-content' ? document.id : undefined}
        onClose={close}
        onPick={(id) => pick(includeTag(id))}
      />
    )
  if (open !== null && typeof open === 'object')
    dialog = (
      <TurnIntoReusableDialog
        at={at}
        markdown={open.markdown}
        onClose={close}
        onCreated={(id) => open.replace(includeTag(id))}
      />
    )
  const turnIntoReusable = (selected: SelectedBlocks | null) => {
    if (selected !== null && selected.markdown.trim() !== '') setOpen(selected)
    else toast.refused('Nothing is selected', { reason: 'Select the text that many pages should show.' })
  }
  return { events, turnIntoReusable, dialog }
}
