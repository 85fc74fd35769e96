import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Copy, GitCompareArrows, History, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import conflictChoiceStyles from '../../components/conflict-choice.module.css'
import { ConflictChoice } from '../../components/conflict-choice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Time } from '../../components/ui/time.tsx'
import { isApiError, q } from '../../data/api.ts'
import { type ContentRef, type EditResult, useEditContent } from '../../data/content.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { CoeditingProblem } from './coediting/coediting-problem.tsx'
import type { Coediting } from './coediting/use-coediting.ts'
import type { Choice, Choices, Conflict } from './draft-merge.ts'
import styles from './editor.module.css'
import { OtherSaveNotice } from './other-save-notice.tsx'
import { type Draft, type EditedDocument, nounOf, pathOf } from './queries.ts'
import type { SaveState } from './save-status.tsx'
import type { StoredDraft, useDraft, useStoredDraft } from './use-draft.ts'
import { useEditorName, type useOtherSaves } from './use-other-saves.ts'
import type { SaveConflicts, useSave } from './use-save.ts'

type Props = {
  saveState: ReturnType<typeof useSave>
  draftState: ReturnType<typeof useDraft>
  stored: ReturnType<typeof useStoredDraft>
  others: ReturnType<typeof useOtherSaves>
  at: ContentRef
  document: EditedDocument
  status: SaveState
  coediting: Coediting
  onRetry: () => void
  onRestore: (stored: StoredDraft) => void
}

/** Save errors, what others saved, a stored draft, and other tabs. */
export function EditorNotices(props: Props) {
  const { saveState, draftState, stored, others, at, document, status, coediting, onRetry, onRestore } = props
  const sharedProblem = coediting.isActive ? coediting.saving?.problem : undefined
  const { draft } = stored
  const noun = nounOf(document)
  const { error: spaceError } = useQuery(q(api.spaces.get, { params: { spaceId: at.spaceId } }))
  const isDeleted = others.isDeleted || saveState.problem?.kind === 'deleted'
  const isPaused = status.isAutomatic && saveState.hasUnresolved && saveState.problem === null
  // While the draft is saved automatically, that merges what others saved.
  const isMergedSoon = status.isAutomatic && others.save?.isShown === false
  return (
    <>
      {isPaused && <PausedNotice at={at} document={document} onResolve={onRetry} />}
      {saveState.error && !status.isOffline && (
        <SaveErrorNotice error={saveState.error} noun={noun} onRetry={onRetry} />
      )}
      {sharedProblem && <CoeditingProblem problem={sharedProblem} />}
      {isDeleted && !isApiError(spaceError, 403, 404) && (
        <SaveAsNew at={at} document={document} draft={draftState.draft} onSaved={draftState.discard} />
      )}
      {others.save && !isMergedSoon && (
        <OtherSaveNotice
          save={others.save}
          noun={noun}
          base={draftState.base}
          isMerging={others.isMerging}
          onMerge={others.merge}
          onClose={others.close}
        />
      )}
      {draft && !draftState.isDirty && (
        <StoredDraftNotice
          at={draft.at}
          noun={noun}
          onRestore={() => onRestore(draft)}
          onDiscard={stored.close}
        />
      )}
      {stored.isOpenElsewhere && !coediting.isActive && (
        <OtherTabNotice noun={noun} onClose={stored.dismissElsewhere} />
      )}
    </>
  )
}

type PausedProps = { at: ContentRef; document: EditedDocument; onResolve: () => void }

/** An automatic save met conflicts: it does not interrupt the person who is typing. */
function PausedNotice({ at, document, onResolve }: PausedProps) {
  const other = useEditorName(at, document) ?? 'Someone else'
  return (
    <div className={clsx('banner banner-warning', styles.note)} role="alert">
      <Icon of={GitCompareArrows} />
      <p>
        <b className="name">{other}</b> changed the same lines. Your changes stay in this browser until you
        resolve the conflict.
      </p>
      <Button variant="outline" onClick={onResolve}>
        Resolve conflict
      </Button>
    </div>
  )
}

type SaveErrorProps = { error: Error; noun: string; onRetry: () => void }

/** Why saving failed. */
function SaveErrorNotice({ error, noun, onRetry }: SaveErrorProps) {
  const isLocked = error instanceof ApiError && error.type === 'space_locked'
  return (
    <div className={clsx('banner banner-warning', styles.note)} role="alert">
      <Icon of={isLocked ? Lock : TriangleAlert} />
      <p>
        {isLocked
          ? 'Someone locked the space while you were writing. Your text stays in this browser until you can save it.'
          : `Couldn’t save the ${noun}. ${errorMessage(error)} Your text stays in this browser.`}
      </p>
      <Button variant="outline" onClick={onRetry}>
        {labels.tryAgain}
      </Button>
    </div>
  )
}

type StoredDraftProps = { at: string; noun: string; onRestore: () => void; onDiscard: () => void }

/** Offers an unsaved draft from an earlier visit. */
const StoredDraftNotice = ({ at, noun, onRestore, onDiscard }: StoredDraftProps) => (
  <div className={clsx('banner', styles.note)} role="status">
    <Icon of={History} />
    <p>
      You have unsaved changes to this {noun} from <Time at={at} ago />.
    </p>
    <Button onClick={onDiscard}>Discard</Button>
    <Button variant="outline" onClick={onRestore}>
      Restore
    </Button>
  </div>
)

type DeletedProps = { title: string; noun: string; onSaveAsNew: () => void; isSaving: boolean }

/** It was deleted during editing. */
const DeletedNotice = ({ title, noun, onSaveAsNew, isSaving }: DeletedProps) => (
  <div className={clsx('banner banner-warning', styles.note)} role="alert">
    <Icon of={TriangleAlert} />
    <p>Someone deleted {labels.quoted(title)} while you were editing. Your text is still here.</p>
    <Button variant="outline" aria-busy={isSaving} onClick={onSaveAsNew}>
      {noun === 'page' ? 'Save as a new page' : 'Save as new content'}
    </Button>
  </div>
)

/** The same user edits it in another tab. */
const OtherTabNotice = ({ noun, onClose }: { noun: string; onClose: () => void }) => (
  <div className={clsx('banner', styles.note)} role="status">
    <Icon of={Copy} />
    <p>
      You’re also editing this {noun} in another tab. Each tab has its own draft. If both change the same
      text, you choose which version to keep.
    </p>
    <Button onClick={onClose}>{labels.close}</Button>
  </div>
)

type SaveAsNewProps = { at: ContentRef; document: EditedDocument; draft: Draft; onSaved: () => void }

/** Saves the draft of something that was deleted as new. */
function SaveAsNew({ at, document, draft, onSaved }: SaveAsNewProps) {
  const navigate = useNavigate()
  const creation = useEditContent(at, {
    onSuccess: async ({ changes: [created] }) => {
      onSaved()
      const to = created && createdPath(at, created)
      if (to !== undefined) await navigate({ to, ignoreBlocker: true })
    },
  })
  const { markdown } = draft
  const title = draft.title || labels.untitled
  return (
    <DeletedNotice
      title={draft.title}
      noun={nounOf(document)}
      isSaving={creation.isPending}
      onSaveAsNew={() =>
        creation.mutate({
          changes: [
            document.kind === 'page'
              ? { operation: 'insert_page', title, document: { markdown } }
              : { operation: 'insert_reusable_content', title, document: { markdown } },
          ],
        })
      }
    />
  )
}

/** Where something new is shown. */
function createdPath(at: ContentRef, change: EditResult['changes'][number]): string | undefined {
  if (change.object === 'created_page') return pathOf(at, { kind: 'page', id: change.page.id })
  return change.object === 'created_reusable_content'
    ? pathOf(at, { kind: 'reusable-content', id: change.reusableContent.id })
    : undefined
}

type ConflictPanelProps = {
  at: ContentRef
  document: EditedDocument
  problem: SaveConflicts
  isSaving: boolean
  onResolve: (choices: Choices) => void
  onCancel: () => void
}

/** Shows both versions of each conflicting passage and lets the user choose. */
export function ConflictPanel(props: ConflictPanelProps) {
  const { at, document, problem, isSaving, onResolve, onCancel } = props
  const { conflicts, parts } = problem.merge
  const other = useEditorName(at, document) ?? 'Someone else'
  const [choices, setChoices] = useState<Choices>({})
  const panel = useRef<HTMLElement>(null)
  // Nothing else can be done with the page until then, and Save is disabled.
  useEffect(() => panel.current?.focus(), [])
  const save = () => {
    if (!isSaving) onResolve(choices)
  }
  const chooseTheirs = () =>
    setChoices(Object.fromEntries(conflicts.map(({ id }): [string, Choice] => [id, 'theirs'])))
  useShortcuts([
    { keys: 'mod+enter', label: 'Save choices', group: 'On this page', isGlobal: true, run: save },
  ])
  const isMerged = parts.some((part) => 'lines' in part && part.lines.some((line) => line !== ''))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={styles.conflict} tabIndex={0} aria-label="Conflict" ref={panel}>
      <div className={conflictChoiceStyles.head} role="alert">
        <span className="i-warning">
          <Icon of={GitCompareArrows} />
        </span>
        <p>
          <b>
            {other} saved this {nounOf(document)} while you were editing.
          </b>{' '}
          Choose a version for each conflict
          {isMerged ? '. Everything else was merged automatically.' : '.'}
        </p>
      </div>
      {conflicts.map((conflict) => (
        <ConflictRow
          key={conflict.id}
          conflict={conflict}
          at={problem.at}
          choice={choices[conflict.id] ?? 'mine'}
          onChoose={(choice) => setChoices({ ...choices, [conflict.id]: choice })}
        />
      ))}
      <div className={conflictChoiceStyles.foot}>
        <Button onClick={chooseTheirs}>Use all their changes</Button>
        <span className="grow" />
        <Button onClick={onCancel}>{labels.cancel}</Button>
        <Button variant="primary" keys="mod+enter" aria-busy={isSaving} onClick={save}>
          Save choices
        </Button>
      </div>
    </section>
  )
}

type RowProps = {
  conflict: Conflict
  at: string | undefined
  choice: Choice
  onChoose: (choice: Choice) => void
}

const ConflictRow = ({ conflict, at, choice, onChoose }: RowProps) => (
  <ConflictChoice<'mine' | 'theirs'>
    name={conflict.kind === 'title' ? 'Title' : 'Text'}
    isText={conflict.kind === 'text'}
    base={conflict.base}
    sides={[
      { value: 'mine', text: conflict.mine, from: 'Mine' },
      { value: 'theirs', text: conflict.theirs, from: 'Theirs', at },
    ]}
    choice={choice}
    onChoose={onChoose}
  />
)
