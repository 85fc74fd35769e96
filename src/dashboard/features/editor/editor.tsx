import type { EditorView } from '@codemirror/view'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { TextPlace } from '#dashboard/components/page-text/page-links.ts'
import { PeopleHere } from '#dashboard/components/presence/people-here.tsx'
import { type ContentRef, contentPaths } from '#dashboard/data/content.ts'
import { useIsNarrow } from '#dashboard/hooks/use-media.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { labels, pluralize } from '#dashboard/lib/labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import styles from './editor.module.css'
import { EditorBanner, EditorHead } from './editor-head.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { OperationPicker } from './operation-picker.tsx'
import { Preview, type PreviewHandle, usePreview } from './preview.tsx'
import type { Draft, EditablePage, EditorMode } from './queries.ts'
import { goTo, insertBlock, replaceText, SourcePane } from './source-editor.tsx'
import { Toolbar, useLayout } from './toolbar.tsx'
import { FilePicker, UploadsList, useUploads } from './uploads.tsx'
import { useDraft, useDraftKey, useLeaveGuard, useStoredDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'

type Props = {
  /** The space or change request being edited. */
  at: ContentRef
  editable: EditablePage
  pageContext: TextPlace
  mode: EditorMode
  onMode: (mode: EditorMode) => void
  /** Element above the page tree for the banner. */
  bannerSlot: HTMLElement | null
  /** Opens the page tree, below 900 px. */
  pagesButton: ReactNode
}

/** The page editor: Markdown on the left, preview on the right. */
export function Editor({
  at,
  editable: edited,
  pageContext,
  mode: requestedMode,
  onMode,
  bannerSlot,
  pagesButton,
}: Props) {
  const { page } = edited
  const { session } = useRouteContext({ from: '/_app' })
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const mode = isNarrow && requestedMode === 'both' ? 'write' : requestedMode
  const view = useRef<EditorView | null>(null)
  const preview = useRef<PreviewHandle>(null)
  const picker = useRef<HTMLInputElement>(null)
  const draftKey = useDraftKey(session.user.id, at, page.id)
  const stored = useStoredDraft(edited, draftKey)
  const draftState = useDraft(draftKey, edited)
  const { draft, isDirty, write } = draftState
  const [cursor, setCursor] = useState(0)
  const [isPicking, setIsPicking] = useState(false)
  const layout = useLayout()
  const rendered = usePreview(draft.markdown, draft.title, pageContext)
  const show = ({ title, markdown }: Draft) => {
    if (view.current) replaceText(view.current, markdown)
    write({ title, markdown })
  }
  const saveState = useSave({ at, page, draftState, show })
  const uploads = useUploads(at, view)
  const hasConflicts = saveState.problem?.kind === 'conflicts'
  const save = () => {
    if (hasConflicts) return
    if (uploads.isBusy)
      toast.refused('Not saved yet', { reason: 'A file is still on its way into the page.' })
    else void saveState.save()
  }
  const leave = () => void navigate({ to: contentPaths(at).page(page.id) })

  useLeaveGuard({ isDirty, discard: draftState.discard, store: draftState.storeNow })
  const group = 'In the editor'
  useShortcuts([
    { keys: 'mod+s', label: 'Save', group, isGlobal: true, run: save },
    ...(hasConflicts ? [] : [{ keys: 'mod+enter', label: 'Save', group, isGlobal: true, run: save }]),
    { keys: 'mod+.', label: 'Focus on the text', group, isGlobal: true, run: layout.toggleFocus },
    ...editorShortcuts,
  ])
  const banner = (
    <EditorBanner
      change={at.change}
      title={draft.title || labels.untitled}
      isDirty={isDirty}
      isSaving={saveState.isSaving}
      hasConflicts={hasConflicts}
      savedAt={saveState.savedAt}
      onSave={save}
      onLeave={leave}
    />
  )
  return (
    <div className={styles.root}>
      {bannerSlot && createPortal(banner, bannerSlot)}
      <EditorNotices
        saveState={saveState}
        draftState={draftState}
        at={at}
        onRetry={save}
        stored={stored}
        onRestore={({ base, draft: earlier }) => {
          draftState.rebase(base)
          show(earlier)
          stored.close()
        }}
      />
      <EditorHead
        title={draft.title}
        path={currentPath(pageContext, page.id) ?? page.path}
        mode={mode}
        isNarrow={isNarrow}
        onTitle={(title) => write({ title })}
        onMode={onMode}
        pagesButton={pagesButton}
        people={
          <PeopleHere
            spaceId={at.spaceId}
            doing="editing"
            page={page.id}
            changeRequest={at.change}
            withWords
          />
        }
      />
      {!hasConflicts && (
        <Toolbar
          view={view}
          text={draft.markdown}
          wordCount={rendered.words}
          layout={layout}
          isOff={mode === 'read'}
          onPickFiles={() => picker.current?.click()}
        />
      )}
      <UploadsList uploads={uploads.uploads} onDismiss={uploads.dismiss} />
      {saveState.problem?.kind === 'conflicts' && (
        <ConflictPanel
          problem={saveState.problem}
          isSaving={saveState.isSaving}
          onCancel={saveState.dismissProblem}
          onResolve={(choices) => {
            if (saveState.problem?.kind === 'conflicts')
              void saveState.resolveConflicts(saveState.problem, choices)
          }}
        />
      )}
      {isPicking && pageContext.organizationId !== undefined && (
        <OperationPicker
          organizationId={pageContext.organizationId}
          onClose={() => setIsPicking(false)}
          onPick={(markdown) => {
            setIsPicking(false)
            if (view.current) insertBlock(view.current, markdown)
          }}
        />
      )}
      <FilePicker input={picker} onFiles={(files) => void uploads.add(files)} />
      <div className={clsx(styles.panes, `is-${mode}`, layout.isWide && 'is-wide')} hidden={hasConflicts}>
        <SourcePane
          view={view}
          initial={edited.base.markdown}
          isShown={mode !== 'read'}
          onText={(markdown) => write({ markdown })}
          onCursor={setCursor}
          onScroll={(offset) => preview.current?.scrollTo(offset)}
          onFiles={(files, at) => void uploads.add(files, at)}
          onLostImages={reportLostImages}
          onPickFiles={() => picker.current?.click()}
          onPickOperation={() => setIsPicking(true)}
          pages={() => pageContext.index}
          onSave={save}
        />
        {mode !== 'write' && (
          <Preview
            html={rendered.html}
            title={draft.title || labels.untitled}
            description={page.description}
            cursor={mode === 'both' ? cursor : -1}
            onPick={mode === 'both' ? (offset) => view.current && goTo(view.current, offset) : undefined}
            handle={preview}
          />
        )}
      </div>
    </div>
  )
}

/** CodeMirror handles these itself; they are listed in the shortcut help. */
const editorShortcuts = [
  ['/', 'Insert a block'],
  ['mod+b', 'Bold'],
  ['mod+i', 'Italic'],
  ['mod+k', 'Link'],
  ['mod+f', 'Find and replace'],
  ['tab', 'Next cell of a table, item further in'],
].map(([keys = '', label = '']) => ({
  keys,
  label,
  group: 'In the editor',
  isDocumentationOnly: true,
  run: () => undefined,
}))

/** The path from the page tree, which stays current if the page is moved during editing. */
function currentPath({ index }: TextPlace, pageId: string): string | undefined {
  const page = index.byId.get(pageId)?.page
  return page && 'path' in page ? page.path : undefined
}

function reportLostImages(count: number): void {
  toast.refused(`${pluralize(count, 'picture')} stayed behind`, {
    reason: 'A clipboard does not bring along pictures that are not on the web. Copy them one by one.',
  })
}
