import { type ReactNode, useState } from 'react'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { includeTag } from '#markup/includes.ts'
import { operationBlock } from '#markup/visual/operation-tag.ts'
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
  /** `pick` replaces what would be inserted. */
  readonly onPickOperation: (pick?: (operation: ApiBlock) => void) => void
  readonly onPickReusableContent: () => void
}

/** Blocks of the text, and how they are replaced. */
export type SelectedBlocks = {
  readonly markdown: string
  readonly replace: (markdown: string) => void
}

type Operation = { readonly onOperation: (operation: ApiBlock) => void }

const isOperation = (open: Operation | SelectedBlocks | string | null): open is Operation =>
  open !== null && typeof open === 'object' && 'onOperation' in open

/** The dialogs that choose what is inserted, and the one that turns blocks into reusable content. */
export function usePickers({ at, document, organizationId, insert }: Options) {
  const [open, setOpen] = useState<Operation | 'reusable-content' | SelectedBlocks | null>(null)
  const close = () => setOpen(null)
  const pick = (markdown: string) => {
    close()
    insert(markdown)
  }
  const events: PickerEvents = {
    onPickOperation: (pick) => setOpen({ onOperation: pick ?? ((one) => insert(operationBlock(one))) }),
    onPickReusableContent: () => setOpen('reusable-content'),
  }
  let dialog: ReactNode = null
  if (isOperation(open) && organizationId !== undefined) {
    const { onOperation } = open
    const onPick = (operation: ApiBlock) => {
      close()
      onOperation(operation)
    }
    dialog = <OperationPicker organizationId={organizationId} onClose={close} onPick={onPick} />
  }
  if (open === 'reusable-content')
    dialog = (
      <ReusableContentPicker
        at={at}
        excludedId={document.kind === 'reusable-content' ? document.id : undefined}
        onClose={close}
        onPick={(id) => pick(includeTag(id))}
      />
    )
  if (open !== null && typeof open === 'object' && !isOperation(open))
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
