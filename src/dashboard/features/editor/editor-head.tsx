import { Link } from '@tanstack/react-router'
import { Pencil, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Banner } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import type { ContentRef } from '../../data/content.ts'
import { paths } from '../../lib/paths.ts'
import styles from './editor.module.css'
import { type EditorMode, editorModes } from './queries.ts'

const names: Readonly<Record<EditorMode, string>> = {
  visual: 'Visual',
  write: 'Source',
  both: 'Split',
  read: 'Preview',
}

type Props = {
  title: string
  /** Where the page is; undefined for reusable content. */
  path: string | undefined
  mode: EditorMode
  isNarrow: boolean
  onTitle: (title: string) => void
  onMode: (mode: EditorMode) => void
  pagesButton: ReactNode
  /** Other people on the page, or where the content is shown. */
  aside?: ReactNode
}

/** Title, path and view switch. */
export const EditorHead = ({ title, path, mode, isNarrow, onTitle, onMode, pagesButton, aside }: Props) => (
  <div className={styles.head}>
    <h1 className="sr">Edit {title}</h1>
    {pagesButton}
    <input
      className={styles.title}
      value={title}
      aria-label="Title"
      placeholder="Untitled"
      autoComplete="off"
      onChange={({ target }) => onTitle(target.value)}
    />
    {path !== undefined && <span className="mono faint meta wide truncate">/{path}</span>}
    <span className="grow" />
    {aside}
    <fieldset className="btn-group">
      <legend className="sr">View</legend>
      {editorModes
        .filter((one) => one !== 'both' || !isNarrow)
        .map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => onMode(one)}>
            {names[one]}
          </button>
        ))}
    </fieldset>
  </div>
)

type EditorBannerProps = {
  /** The space or change request being edited. */
  at: ContentRef
  title: string
  isDirty: boolean
  isSaving: boolean
  /** The conflict panel has its own save button. */
  hasConflicts: boolean
  savedAt: string | null
  onSave: () => void
  onLeave: () => void
}

/** What is being edited, with Save and Discard. */
export const EditorBanner = ({
  at,
  title,
  isDirty,
  isSaving,
  hasConflicts,
  savedAt,
  onSave,
  onLeave,
}: EditorBannerProps) => (
  <Banner
    tone="ink"
    icon={Pencil}
    action={
      <>
        <span className="meta faint nowrap wide">{saveStatus({ isDirty, isSaving, savedAt })}</span>
        {at.change !== undefined && savedAt !== null && !isDirty && (
          <Link
            className={buttonClass('outline')}
            to={paths.change(at.spaceId, at.change)}
            search={{ dialog: 'ask' }}
          >
            <ButtonContent icon={UserPlus}>Ask for review</ButtonContent>
          </Link>
        )}
        <Button variant="outline" onClick={onLeave}>
          {isDirty ? 'Discard' : 'Done'}
        </Button>
        <Button
          variant="primary"
          keys="mod+enter"
          aria-busy={isSaving}
          disabledReason={saveDisabledReason(isDirty || isSaving, hasConflicts)}
          onClick={onSave}
        >
          Save
        </Button>
      </>
    }
  >
    You’re editing <b className="name">{title}</b>
    <span className={styles.wideWords}>
      {at.change === undefined
        ? ' live. Readers see it as soon as you save.'
        : ` in change request #${at.change}. Readers see it after the merge.`}
    </span>
  </Banner>
)

function saveStatus({
  isDirty,
  isSaving,
  savedAt,
}: Pick<EditorBannerProps, 'isDirty' | 'isSaving' | 'savedAt'>) {
  if (isSaving) return 'Saving'
  if (isDirty) return 'Not saved yet'
  if (savedAt === null) return null
  return (
    <>
      Saved <Time at={savedAt} ago />
    </>
  )
}

function saveDisabledReason(hasChanges: boolean, hasConflicts: boolean): string | undefined {
  if (hasConflicts) return 'Choose what to save below'
  return hasChanges ? undefined : 'No changes to save'
}
