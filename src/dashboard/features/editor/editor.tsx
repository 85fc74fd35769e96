import type { EditorView } from '@codemirror/view'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { LinkContext } from '../../components/page-text/page-links.ts'
import { PresentPeople } from '../../components/presence/present-people.tsx'
import { type ContentRef, contentPaths } from '../../data/content.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './editor.module.css'
import { EditorBanner, EditorHead } from './editor-head.tsx'
import { ConflictPanel, EditorNotices } from './editor-notices.tsx'
import { EditorPanes, usePreview } from './editor-panes.tsx'
import { OperationPicker } from './operation-picker.tsx'
import { searchOtherPages } from './other-pages.ts'
import type { Draft, EditablePage, EditorMode } from './queries.ts'
import { goTo, insertBlock, insertPlaceholder, replaceText } from './source-editor.tsx'
import { Toolbar, useLayout } from './toolbar.tsx'
import { FilePicker, UploadsList, useUploads } from './uploads.tsx'
import { useDraft, useDraftKey, useLeaveGuard, useStoredDraft } from './use-draft.ts'
import { useEditorMode, useSourceFollows } from './use-editor-mode.ts'
import { useOtherSaves } from './use-other-saves.ts'
import { useSave } from './use-save.ts'
import type { VisualHandle } from './visual/use-visual-view.ts'

const VisualPane = lazy(async () => ({ default: (await import('./visual/visual-pane.tsx')).VisualPane }))

type Props = {
  /** The space or change request being edited. */
  at: ContentRef
  editable: EditablePage
  pageContext: LinkContext
  /** The view in the address; undefined for the one that was used last. */
  mode: EditorMode | undefined
  onMode: (mode: EditorMode) => void
  /** Element above the page tree for the banner. */
  bannerSlot: HTMLElement | null
  /** Opens the page tree, below 900 px. */
  pagesButton: ReactNode
}

/** The page editor: the page as readers see it, or Markdown on the left and a preview on the right. */
export function Editor({
  at,
  editable,
  pageContext,
  mode: requestedMode,
  onMode,
  bannerSlot,
  pagesButton,
}: Props) {
  const { page } = editable
  const { session } = useRouteContext({ from: '/_app' })
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const chosen = useEditorMode(requestedMode)
  const mode = isNarrow && chosen.mode === 'both' ? 'write' : chosen.mode
  const isVisual = mode === 'visual'
  const view = useRef<EditorView | null>(null)
  const visual = useRef<VisualHandle | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const draftKey = useDraftKey(session.user.id, at, page.id)
  const stored = useStoredDraft(editable, draftKey)
  const draftState = useDraft(draftKey, editable)
  const { draft, isDirty, write } = draftState
  const [isPicking, setIsPicking] = useState(false)
  const layout = useLayout()
  const rendered = usePreview(isVisual ? '' : draft.markdown, draft.title, pageContext)
  const show = ({ title, markdown }: Draft) => {
    if (view.current) replaceText(view.current, markdown)
    write({ title, markdown })
  }
  const saveState = useSave({ at, page, draftState, show })
  const others = useOtherSaves({
    at,
    pageId: page.id,
    draftState,
    saveState,
    onMerged: () => view.current?.focus(),
  })
  const uploads = useUploads(at, () => visual.current ?? sourceTarget(view.current))
  const offset = useRef(0)
  const changeMode = (next: EditorMode) => {
    visual.current?.flush()
    offset.current = visual.current?.offset() ?? view.current?.state.selection.main.head ?? 0
    chosen.store(next)
    onMode(next)
  }
  useSourceFollows(isVisual, () => {
    if (!view.current) return
    replaceText(view.current, draftState.latest.current.markdown)
    goTo(view.current, offset.current)
  })
  const hasConflicts = saveState.problem?.kind === 'conflicts'
  const save = () => {
    if (hasConflicts) return
    visual.current?.flush()
    if (uploads.isBusy) toast.refused('Not saved yet', { reason: 'A file is still being uploaded.' })
    else void saveState.save()
  }
  const leave = () => void navigate({ to: contentPaths(at).page(page.id) })

  useLeaveGuard({
    isDirty,
    discard: draftState.discard,
    store: () => {
      visual.current?.flush()
      draftState.storeNow()
    },
    save: () => {
      visual.current?.flush()
      return hasConflicts || uploads.isBusy ? Promise.resolve(false) : saveState.save()
    },
  })
  useEditorShortcuts({
    save,
    hasConflicts,
    toggleFocus: layout.toggleFocus,
    toggleSource: () => changeMode(isVisual ? 'both' : 'visual'),
  })
  const banner = (
    <EditorBanner
      at={at}
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
        others={others}
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
        onMode={changeMode}
        pagesButton={pagesButton}
        people={
          <PresentPeople
            spaceId={at.spaceId}
            activity="editing"
            page={page.id}
            changeRequest={at.change}
            withWords
          />
        }
      />
      {!hasConflicts && !isVisual && (
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
          at={at}
          pageId={page.id}
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
            if (visual.current) visual.current.insertBlocks(markdown)
            else if (view.current) insertBlock(view.current, markdown)
          }}
        />
      )}
      <FilePicker input={picker} onFiles={(files) => void uploads.add(files)} />
      {isVisual && (
        <Suspense>
          <VisualPane
            markdown={draft.markdown}
            title={draft.title || labels.untitled}
            description={page.description}
            pageContext={pageContext}
            isWide={layout.isWide}
            isHidden={hasConflicts}
            handle={visual}
            start={() => offset.current || (view.current?.state.selection.main.head ?? 0)}
            onText={(markdown) => write({ markdown })}
            onFiles={(files, at) => void uploads.add(files, at)}
            onLostImages={reportLostImages}
            onPickFiles={() => picker.current?.click()}
            onPickOperation={() => setIsPicking(true)}
          />
        </Suspense>
      )}
      <EditorPanes
        view={view}
        initial={editable.base.markdown}
        title={draft.title || labels.untitled}
        description={page.description}
        html={rendered.html}
        mode={mode}
        isWide={layout.isWide}
        isHidden={hasConflicts || isVisual}
        onText={(markdown) => write({ markdown })}
        onFiles={(files, at) => void uploads.add(files, at)}
        onLostImages={reportLostImages}
        onPickFiles={() => picker.current?.click()}
        onPickOperation={() => setIsPicking(true)}
        pages={() => pageContext.index}
        searchOtherPages={(query, signal) => searchOtherPages(pageContext, query, signal)}
        onSave={save}
      />
    </div>
  )
}

type ShortcutsOptions = {
  save: () => void
  hasConflicts: boolean
  toggleFocus: () => void
  toggleSource: () => void
}

function useEditorShortcuts({ save, hasConflicts, toggleFocus, toggleSource }: ShortcutsOptions): void {
  const group = 'In the editor'
  useShortcuts([
    { keys: 'mod+s', label: 'Save', group, isGlobal: true, run: save },
    // The conflict panel uses these keys for its own button.
    ...(hasConflicts ? [] : [{ keys: 'mod+enter', label: 'Save', group, isGlobal: true, run: save }]),
    { keys: 'mod+.', label: 'Focus on the text', group, isGlobal: true, run: toggleFocus },
    { keys: 'mod+shift+e', label: 'Visual editor or source', group, isGlobal: true, run: toggleSource },
    ...editorShortcuts,
  ])
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

/** The source editor as the text that files are inserted into. */
const sourceTarget = (view: EditorView | null) =>
  view && {
    cursor: () => view.state.selection.main.to,
    insertPlaceholder: (at: number, name: string) => insertPlaceholder(view, at, `![${name}]()`),
  }

/** The path from the page tree, which stays current if the page is moved during editing. */
function currentPath({ index }: LinkContext, pageId: string): string | undefined {
  const page = index.byId.get(pageId)?.page
  return page && 'path' in page ? page.path : undefined
}

function reportLostImages(count: number): void {
  toast.refused(`Couldn’t paste ${pluralize(count, 'image')}`, {
    reason: 'The clipboard doesn’t include images that aren’t on the web. Copy them one at a time.',
  })
}
