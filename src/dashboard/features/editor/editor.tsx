import type { EditorView } from '@codemirror/view'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { api } from '#contract/api.ts'
import { confirm } from '../../components/confirm-store.ts'
import type { TextPlace } from '../../components/page-text/page-links.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import { ClashPanel } from './clash-panel.tsx'
import type { Draft, EditedPage } from './edited-page.ts'
import { EditorBanner } from './editor-banner.tsx'
import { EditorHead, type EditorMode } from './editor-head.tsx'
import { GoneNote, KeptNote, NotSaved } from './editor-notes.tsx'
import { type KeptDraft, keptDraft } from './kept-drafts.ts'
import { Preview, type PreviewHandle } from './preview.tsx'
import { isSame } from './settling.ts'
import { SourcePane } from './source-pane.tsx'
import { format, replaceText } from './source-view.ts'
import { Toolbar } from './toolbar.tsx'
import { usePreview } from './use-preview.ts'
import { useSaving } from './use-saving.ts'
import { useUploads } from './use-uploads.ts'
import { useWriting } from './use-writing.ts'
import './editor.css'

type Props = {
  edited: EditedPage
  place: TextPlace
  mode: EditorMode
  onMode: (mode: EditorMode) => void
  /** Where the banner goes: above what stands beside the editor. */
  above: HTMLElement | null
  /** Opens the page tree, below 900 px. */
  pagesButton: ReactNode
}

/** A page being written: Markdown at the left, the page as it will be read at the right. */
export function Editor({ edited, place, mode: wanted, onMode, above, pagesButton }: Props) {
  const { page } = edited
  const { spaceId } = place
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const mode = isNarrow && wanted === 'both' ? 'write' : wanted
  const view = useRef<EditorView | null>(null)
  const preview = useRef<PreviewHandle>(null)
  const writing = useWriting(spaceId, edited)
  const { draft, isDirty, write } = writing
  const [cursor, setCursor] = useState(0)
  const drawn = usePreview(draft.markdown, draft.title, place)
  const show = ({ title, markdown }: Draft) => {
    if (view.current) replaceText(view.current, markdown)
    write({ title, markdown })
  }
  const saving = useSaving({ spaceId, page, writing, show })
  const upload = useUploads(spaceId, view)
  const kept = useKept(edited, spaceId)
  const isClashing = saving.trouble?.kind === 'clashes'
  const save = () => void (isClashing ? undefined : saving.save())
  const leave = () => void navigate({ to: places.page(spaceId, page.id) })

  useLeaveGuard(isDirty, writing.forget)
  useKeys([
    { keys: 'mod+s', label: 'Save', group: 'In the editor', everywhere: true, act: save },
    ...(isClashing
      ? []
      : [{ keys: 'mod+enter', label: 'Save', group: 'In the editor', everywhere: true, act: save }]),
  ])
  const banner = (
    <EditorBanner
      title={draft.title || words.untitled}
      isDirty={isDirty}
      isSaving={saving.isSaving}
      isClashing={isClashing}
      savedAt={saving.savedAt}
      onSave={save}
      onLeave={leave}
    />
  )
  return (
    <div className="ed">
      {above && createPortal(banner, above)}
      <Notes
        saving={saving}
        writing={writing}
        spaceId={spaceId}
        onRetry={save}
        kept={kept.draft}
        onTake={({ seen, draft: earlier }) => {
          writing.beginFrom(seen)
          show(earlier)
          kept.close()
        }}
        onDrop={() => {
          writing.forget()
          kept.close()
        }}
      />
      <EditorHead
        title={draft.title}
        path={page.path}
        mode={mode}
        isNarrow={isNarrow}
        onTitle={(title) => write({ title })}
        onMode={onMode}
        pagesButton={pagesButton}
      />
      {!isClashing && (
        <Toolbar
          words={drawn.words}
          isOff={mode === 'read'}
          onFormat={(name) => view.current && format(view.current, name)}
          onFiles={(files) => void upload(files)}
        />
      )}
      {saving.trouble?.kind === 'clashes' && (
        <ClashPanel
          trouble={saving.trouble}
          isSaving={saving.isSaving}
          onCancel={saving.leaveTrouble}
          onSettle={(choices) => {
            if (saving.trouble?.kind === 'clashes') void saving.settle(saving.trouble, choices)
          }}
        />
      )}
      <div className={`ed-panes is-${mode}`} hidden={isClashing}>
        <SourcePane
          view={view}
          initial={edited.seen.markdown}
          isShown={mode !== 'read'}
          onText={(markdown) => write({ markdown })}
          onCursor={setCursor}
          onScroll={(offset) => preview.current?.scrollTo(offset)}
          onFiles={(files, at) => void upload(files, at)}
          onSave={save}
        />
        {mode !== 'write' && (
          <Preview
            html={drawn.html}
            title={draft.title || words.untitled}
            description={page.description}
            cursor={mode === 'both' ? cursor : -1}
            handle={preview}
          />
        )}
      </div>
    </div>
  )
}

type NotesProps = {
  saving: ReturnType<typeof useSaving>
  writing: ReturnType<typeof useWriting>
  spaceId: string
  onRetry: () => void
  kept: KeptDraft | undefined
  onTake: (kept: KeptDraft) => void
  onDrop: () => void
}

/** What stands in the way of saving, and what an earlier visit left behind. */
function Notes({ saving, writing, spaceId, onRetry, kept, onTake, onDrop }: NotesProps) {
  return (
    <>
      {saving.error && <NotSaved error={saving.error} onRetry={onRetry} />}
      {saving.trouble?.kind === 'gone' && (
        <SaveAsNew spaceId={spaceId} draft={writing.draft} onSaved={writing.forget} />
      )}
      {kept && !writing.isDirty && <KeptNote at={kept.at} onTake={() => onTake(kept)} onDrop={onDrop} />}
    </>
  )
}

/** What an earlier visit left behind, unless it is what the page says anyway. */
function useKept({ page, seen }: EditedPage, spaceId: string) {
  const [draft, setDraft] = useState(() => {
    const kept = keptDraft(spaceId, page.id)
    return kept && !isSame(kept.draft, seen) ? kept : undefined
  })
  return { draft, close: () => setDraft(undefined) }
}

function useLeaveGuard(isDirty: boolean, forget: () => void): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const isLeaving = await confirm({ title: words.leaveDirty, act: 'Leave', keep: 'Stay' })
      if (isLeaving) forget()
      return !isLeaving
    },
  })
}

type SaveAsNewProps = { spaceId: string; draft: Draft; onSaved: () => void }

function SaveAsNew({ spaceId, draft, onSaved }: SaveAsNewProps) {
  const navigate = useNavigate()
  const making = useApi(api.spaceContent.edit, {
    onSuccess: async ({ changes: [made] }) => {
      onSaved()
      if (made?.object !== 'created_page') return
      await navigate({ to: places.page(spaceId, made.page.id), ignoreBlocker: true })
    },
  })
  const { title, markdown } = draft
  return (
    <GoneNote
      title={title}
      isSaving={making.isPending}
      onSaveAsNew={() =>
        making.mutate({
          params: { spaceId },
          body: {
            changes: [{ operation: 'insert_page', title: title || words.untitled, document: { markdown } }],
          },
        })
      }
    />
  )
}
