import type { EditorView } from '@codemirror/view'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { TextPlace } from '../../components/page-text/page-links.ts'
import { PeopleHere } from '../../components/presence/people-here.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { type ContentAt, placesAt } from '../../lib/content-at.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'
import { ClashPanel } from './clash-panel.tsx'
import type { Draft, EditedPage } from './edited-page.ts'
import { EditorBanner } from './editor-banner.tsx'
import { EditorHead, type EditorMode } from './editor-head.tsx'
import { FilePicker } from './file-picker.tsx'
import { Notes } from './notes.tsx'
import { OperationPicker } from './operation-picker.tsx'
import { Preview, type PreviewHandle } from './preview.tsx'
import { SourcePane } from './source-pane.tsx'
import { goTo, insertBlock, replaceText } from './source-view.ts'
import { Toolbar } from './toolbar.tsx'
import { UploadsList } from './uploads-list.tsx'
import { useKept } from './use-kept.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { usePreview } from './use-preview.ts'
import { useRoom } from './use-room.ts'
import { useSaving } from './use-saving.ts'
import { useUploads } from './use-uploads.ts'
import { useDraftPlace, useWriting } from './use-writing.ts'
import './editor.css'

type Props = {
  /** What is written to: the space, or a change request. */
  at: ContentAt
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
export function Editor({ at, edited, place, mode: wanted, onMode, above, pagesButton }: Props) {
  const { page } = edited
  const { session } = useRouteContext({ from: '/_app' })
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const mode = isNarrow && wanted === 'both' ? 'write' : wanted
  const view = useRef<EditorView | null>(null)
  const preview = useRef<PreviewHandle>(null)
  const picker = useRef<HTMLInputElement>(null)
  const draftPlace = useDraftPlace(session.user.id, at, page.id)
  const kept = useKept(edited, draftPlace)
  const writing = useWriting(draftPlace, edited)
  const { draft, isDirty, write } = writing
  const [cursor, setCursor] = useState(0)
  const [isPicking, setIsPicking] = useState(false)
  const room = useRoom()
  const drawn = usePreview(draft.markdown, draft.title, place)
  const show = ({ title, markdown }: Draft) => {
    if (view.current) replaceText(view.current, markdown)
    write({ title, markdown })
  }
  const saving = useSaving({ at, page, writing, show })
  const uploads = useUploads(at, view)
  const isClashing = saving.trouble?.kind === 'clashes'
  const save = () => {
    if (isClashing) return
    if (uploads.isBusy)
      toast.refused('Not saved yet', { reason: 'A file is still on its way into the page.' })
    else void saving.save()
  }
  const leave = () => void navigate({ to: placesAt(at).page(page.id) })

  useLeaveGuard({ isDirty, forget: writing.forget, keep: writing.keepNow })
  const group = 'In the editor'
  useKeys([
    { keys: 'mod+s', label: 'Save', group, everywhere: true, act: save },
    ...(isClashing ? [] : [{ keys: 'mod+enter', label: 'Save', group, everywhere: true, act: save }]),
    { keys: 'mod+.', label: 'Focus on the text', group, everywhere: true, act: room.turnFocus },
    ...toldKeys,
  ])
  const banner = (
    <EditorBanner
      change={at.change}
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
        at={at}
        onRetry={save}
        kept={kept}
        onTake={({ seen, draft: earlier }) => {
          writing.beginFrom(seen)
          show(earlier)
          kept.close()
        }}
      />
      <EditorHead
        title={draft.title}
        path={pathOf(place, page.id) ?? page.path}
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
      {!isClashing && (
        <Toolbar
          view={view}
          text={draft.markdown}
          words={drawn.words}
          room={room}
          isOff={mode === 'read'}
          onPickFiles={() => picker.current?.click()}
        />
      )}
      <UploadsList uploads={uploads.uploads} onDismiss={uploads.dismiss} />
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
      {isPicking && place.organizationId !== undefined && (
        <OperationPicker
          organizationId={place.organizationId}
          onClose={() => setIsPicking(false)}
          onPick={(markdown) => {
            setIsPicking(false)
            if (view.current) insertBlock(view.current, markdown)
          }}
        />
      )}
      <FilePicker input={picker} onFiles={(files) => void uploads.add(files)} />
      <div className={clsx('ed-panes', `is-${mode}`, room.isWide && 'is-wide')} hidden={isClashing}>
        <SourcePane
          view={view}
          initial={edited.seen.markdown}
          isShown={mode !== 'read'}
          onText={(markdown) => write({ markdown })}
          onCursor={setCursor}
          onScroll={(offset) => preview.current?.scrollTo(offset)}
          onFiles={(files, at) => void uploads.add(files, at)}
          onLostImages={sayLostImages}
          onPickFiles={() => picker.current?.click()}
          onPickOperation={() => setIsPicking(true)}
          pages={() => place.index}
          onSave={save}
        />
        {mode !== 'write' && (
          <Preview
            html={drawn.html}
            title={draft.title || words.untitled}
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

/** The editor hears these itself; they stand on the sheet of all keys. */
const toldKeys = [
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
  isTold: true,
  act: () => undefined,
}))

/** As the tree knows it, which hears of moves while the page is open. */
function pathOf({ index }: TextPlace, pageId: string): string | undefined {
  const page = index.byId.get(pageId)?.page
  return page && 'path' in page ? page.path : undefined
}

function sayLostImages(count: number): void {
  toast.refused(`${counted(count, 'picture')} stayed behind`, {
    reason: 'A clipboard does not bring along pictures that are not on the web. Copy them one by one.',
  })
}
