import { type ReactNode, useState } from 'react'
import { type ApiBlock, operationBlock } from '#markup/api-blocks.ts'
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
  /** `pick` replaces what would be inserted. */
  readonly onPickOperation: (pick?: (operation: ApiBlock) => void) => void
  readonly onPickReusableContent: () => void
}

/** Blocks of the text, and how they are replaced. */
export type SelectedBlocks = {
  readonly markdown: string
  readonly replace: (markdown: string) => void
}

type OpenDialog =
  | { readonly kind: 'operation'; readonly onOperation: (operation: ApiBlock) => void }
  | { readonly kind: 'reusable-content' }
  | { readonly kind: 'turn-into'; readonly blocks: SelectedBlocks }

/** The dialogs that choose what is inserted, and the one that turns blocks into reusable content. */
export function usePickers({ at, document, organizationId, insert }: Options) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const pick = (markdown: string) => {
    close()
    insert(markdown)
  }
  const events: PickerEvents = {
    onPickOperation: (pick) =>
      setOpen({ kind: 'operation', onOperation: pick ?? ((one) => insert(operationBlock(one))) }),
    onPickReusableContent: () => setOpen({ kind: 'reusable-content' }),
  }
  let dialog: ReactNode = null
  if (open?.kind === 'operation' && organizationId !== undefined) {
    const { onOperation } = open
    const onPick = (operation: ApiBlock) => {
      close()
      onOperation(operation)
    }
    dialog = <OperationPicker organizationId={organizationId} onClose={close} onPick={onPick} />
  }
  if (open?.kind === 'reusable-content')
    dialog = (
      <ReusableContentPicker
        at={at}
        excludedId={document.kind === 'reusable-content' ? document.id : undefined}
        onClose={close}
        onPick={(id) => pick(includeTag(id))}
      />
    )
  if (open?.kind === 'turn-into') {
    const { markdown, replace } = open.blocks
    dialog = (
      <TurnIntoReusableDialog
        at={at}
        markdown={markdown}
        onClose={close}
        onCreated={(id) => replace(includeTag(id))}
      />
    )
  }
  const turnIntoReusable = (selected: SelectedBlocks | null) => {
    if (selected !== null && selected.markdown.trim() !== '') setOpen({ kind: 'turn-into', blocks: selected })
    else toast.refused('Nothing is selected', { reason: 'Select the text that many pages should show.' })
  }
  return { events, turnIntoReusable, dialog }
}
