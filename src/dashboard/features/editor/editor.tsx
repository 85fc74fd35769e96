import type { EditorView } from '@codemirror/view'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { LinkContext } from '../../components/page-text/page-links.ts'
import type { ContentRef } from '../../data/content.ts'
import { reusableContentPath, useIncluded } from '../../data/reusable-content.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { EditingPeople } from './coediting/coediting-people.tsx'
import { rebaseDraft } from './coediting/rebase-text.ts'
import type { TextEdit } from './coediting/shared-text.ts'
import { showCursor } from './coediting/show-cursor.ts'
import { editOf } from './coediting/source-binding.ts'
import { useCoediting } from './coediting/use-coediting.ts'
import styles from './editor.module.css'
import { EditorBanner, EditorHead } from './editor-head.tsx'
import { ConflictPanel, EditorNotices } from './editor-notices.tsx'
import { EditorPanes, usePreview } from './editor-panes.tsx'
import { fetchLinkUsage, rememberLink } from './link-usage.ts'
import { searchOtherPages } from './other-pages.ts'
import { type Draft, type EditableDocument, type EditorMode, pathOf } from './queries.ts'
import { goTo, insertBlock, replaceText, sourceTarget } from './source-editor.tsx'
import { Toolbar, useLayout } from './toolbar.tsx'
import { type FileInText, FilePicker, UploadsList, useUploads } from './uploads.tsx'
import { useSavingMode } from './use-autosave.ts'
import { useDraft, useDraftKey, useStoredDraft } from './use-draft.ts'
import { useEditorMode, useSourceFollows } from './use-editor-mode.ts'
import { useEditorShortcuts } from './use-editor-shortcuts.ts'
import { useOtherSaves } from './use-other-saves.ts'
import { usePickers } from './use-pickers.tsx'
import { useSaving } from './use-saving.ts'
import type { VisualHandle } from './visual/use-visual-view.ts'

const VisualPane = lazy(async () => ({ default: (await import('./visual/visual-pane.tsx')).VisualPane }))

type Props = {
  /** The space or change request being edited. */
  at: ContentRef
  editable: EditableDocument
  pageContext: LinkContext
  /** The view in the address; undefined for the one that was used last. */
  mode: EditorMode | undefined
  onMode: (mode: EditorMode) => void
  /** Element for the banner. */
  bannerSlot: HTMLElement | null
  /** Opens the page tree, below 900 px. */
  pagesButton?: ReactNode
  /** Where the text is shown, besides its own page. */
  uses?: ReactNode
}

/** The editor: the text as readers see it, or Markdown on the left and a preview on the right. */
export function Editor({
  at,
  editable,
  pageContext: ownContext,
  mode: requestedMode,
  onMode,
  bannerSlot,
  pagesButton,
  uses,
}: Props) {
  const { document } = editable
  const { organizationId } = ownContext
  const { session } = useRouteContext({ from: '/_app' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const isNarrow = useIsNarrow()
  const chosen = useEditorMode(requestedMode)
  const mode = isNarrow && chosen.mode === 'both' ? 'write' : chosen.mode
  const isVisual = mode === 'visual'
  const view = useRef<EditorView | null>(null)
  const visual = useRef<VisualHandle | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const draftKey = useDraftKey(session.user.id, at, document.id)
  const [savingMode, setSavingMode] = useSavingMode(at)
  const stored = useStoredDraft(editable, draftKey, { resumes: savingMode === 'automatic' })
  const draftState = useDraft(draftKey, editable, stored.resumed)
  const { draft } = draftState
  const isPage = document.kind === 'page'
  const coediting = useCoediting({
    at,
    document,
    isOn: isPage && savingMode === 'automatic',
    draftState,
    view,
    visual,
  })
  const write = (change: Partial<Draft>, edit?: TextEdit) => {
    coediting.edit(change, edit)
    draftState.write(change)
  }
  const included = useIncluded(at, draft.markdown)
  const pageContext = useMemo(() => ({ ...ownContext, at, included }), [ownContext, at, included])
  const layout = useLayout()
  // The tooltip of the source editor names what is included.
  useEffect(() => view.current?.dispatch({}), [included])
  const shownTitle = isPage ? draft.title || labels.untitled : undefined
  const rendered = usePreview(isVisual ? '' : draft.markdown, isPage ? draft.title : '', pageContext)
  const show = ({ title, markdown }: Draft) => {
    coediting.updateSource()
    if (view.current) replaceText(view.current, markdown)
    write({ title, markdown })
  }
  const uploads = useUploads(at, () => visual.current ?? sourceTarget(view.current))
  const { saveState, status, save, hasConflicts } = useSaving({
    at,
    document,
    draftState,
    mode: savingMode,
    show,
    flush: () => visual.current?.flush(),
    isUploading: uploads.isBusy,
    coediting,
  })
  const others = useOtherSaves({
    at,
    document,
    draftState,
    saveState,
    isShared: coediting.isActive,
    onMerged: () => view.current?.focus(),
  })
  const offset = useRef(0)
  const changeMode = (next: EditorMode) => {
    visual.current?.flush()
    offset.current = visual.current?.offset() ?? view.current?.state.selection.main.head ?? 0
    chosen.store(next)
    onMode(next)
  }
  useSourceFollows(isVisual, () => {
    if (!view.current) return
    coediting.updateSource()
    replaceText(view.current, draftState.latest.current.markdown)
    goTo(view.current, offset.current)
  })
  const leave = () => void navigate({ to: pathOf(at, document) })
  const pickers = usePickers({
    at,
    document,
    organizationId,
    insert: (markdown) => {
      if (visual.current) visual.current.insertBlocks(markdown)
      else if (view.current) insertBlock(view.current, markdown)
    },
  })
  const events = {
    ...pickers.events,
    onFiles: (files: readonly File[], at: number) => void uploads.add(files, at),
    onFileInText: (file: File, begin: () => FileInText) => void uploads.addTo(file, begin),
    onLostImages: reportLostImages,
    onPickFiles: () => picker.current?.click(),
    onOpenReusableContent: (id: string) => void navigate({ to: reusableContentPath(at, id) }),
    onText: (markdown: string) => write({ markdown }),
  }

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
      state={status}
      hasConflicts={hasConflicts}
      onSave={save}
      onMode={setSavingMode}
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
        document={document}
        onRetry={save}
        status={status}
        coediting={coediting}
        stored={stored}
        onRestore={({ base, draft: earlier }) => {
          if (coediting.isActive) show(rebaseDraft(base, earlier, draftState.latest.current))
          else {
            draftState.rebase(base)
            show(earlier)
          }
          stored.close()
        }}
      />
      <EditorHead
        title={draft.title}
        path={currentPath(pageContext, document.id) ?? document.path}
        mode={mode}
        isNarrow={isNarrow}
        onTitle={(title) => write({ title })}
        onMode={changeMode}
        pagesButton={pagesButton}
        aside={
          isPage ? (
            <EditingPeople
              at={at}
              pageId={document.id}
              cursors={coediting.cursors}
              meId={session.user.id}
              onPick={(cursor) => showCursor(cursor, isVisual ? null : view.current)}
            />
          ) : (
            uses
          )
        }
      />
      {!hasConflicts && !isVisual && (
        <Toolbar
          view={view}
          text={draft.markdown}
          wordCount={rendered.words}
          layout={layout}
          isOff={mode === 'read'}
          onPickFiles={events.onPickFiles}
          onTurnIntoReusable={pickers.turnIntoReusable}
        />
      )}
      <UploadsList uploads={uploads.uploads} onDismiss={uploads.dismiss} />
      {saveState.problem?.kind === 'conflicts' && (
        <ConflictPanel
          at={at}
          document={document}
          problem={saveState.problem}
          isSaving={saveState.isSaving}
          onCancel={saveState.dismissProblem}
          onResolve={(choices) => {
            if (saveState.problem?.kind === 'conflicts')
              void saveState.resolveConflicts(saveState.problem, choices)
          }}
        />
      )}
      {pickers.dialog}
      <FilePicker input={picker} onFiles={(files) => void uploads.add(files)} />
      {isVisual && (
        <Suspense>
          <VisualPane
            markdown={draft.markdown}
            title={shownTitle}
            description={document.description}
            pageContext={pageContext}
            page={organizationId && isPage ? { ...at, organizationId, pageId: document.id } : undefined}
            isWide={layout.isWide}
            isHidden={hasConflicts}
            handle={visual}
            start={() => offset.current || (view.current?.state.selection.main.head ?? 0)}
            {...events}
            cursors={coediting.placedCursors}
            onSelection={(anchor, head) => coediting.setCursor({ anchor, head })}
            onTurnIntoReusable={pickers.turnIntoReusable}
          />
        </Suspense>
      )}
      <EditorPanes
        view={view}
        initial={(stored.resumed?.draft ?? editable.base).markdown}
        title={shownTitle}
        description={document.description}
        html={rendered.html}
        mode={mode}
        isWide={layout.isWide}
        isHidden={hasConflicts || isVisual}
        {...events}
        onText={(markdown, changes) => write({ markdown }, editOf(changes))}
        onSelection={coediting.setCursor}
        included={() => included}
        pages={() => pageContext.index}
        linkUsage={() => fetchLinkUsage(client, pageContext)}
        onLinkPage={(pageId) => rememberLink(pageContext, pageId)}
        searchOtherPages={(query, signal) => searchOtherPages(pageContext, query, signal)}
        onSave={save}
      />
    </div>
  )
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
