import { Link } from '@tanstack/react-router'
import { Pencil, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Banner } from '../../components/ui/states.tsx'
import type { ContentRef } from '../../data/content.ts'
import { paths } from '../../lib/paths.ts'
import styles from './editor.module.css'
import { type EditorMode, editorModes } from './queries.ts'
import { type SaveState, SaveStatus, statusAnnouncement } from './save-status.tsx'
import { TitleInput } from './title-input.tsx'
import type { SavingMode } from './use-autosave.ts'

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
    <TitleInput title={title} onTitle={onTitle} />
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
  state: SaveState
  /** The conflict panel has its own save button. */
  hasConflicts: boolean
  onSave: () => void
  onMode: (mode: SavingMode) => void
  onLeave: () => void
}

/** What is being edited, whether it is saved, and how to leave. */
export const EditorBanner = ({
  at,
  title,
  state,
  hasConflicts,
  onSave,
  onMode,
  onLeave,
}: EditorBannerProps) => {
  const { isDirty, isSaving, isAutomatic, savedAt } = state
  return (
    <Banner
      tone="ink"
      icon={Pencil}
      action={
        <>
          <SaveStatus at={at} state={state} onMode={onMode} />
          {at.change !== undefined && savedAt !== null && !isDirty && (
            <Link
              className={buttonClass('outline')}
              aria-label="Ask for review"
              to={paths.change(at.spaceId, at.change)}
              search={{ dialog: 'ask' }}
            >
              <ButtonContent icon={UserPlus}>
                <span className="wide">Ask for review</span>
              </ButtonContent>
            </Link>
          )}
          <Button variant={isAutomatic ? 'primary' : 'outline'} onClick={onLeave}>
            {isDirty && !isAutomatic ? 'Discard' : 'Done'}
          </Button>
          <Button
            variant={isAutomatic ? 'outline' : 'primary'}
            className={isAutomatic ? 'wide' : undefined}
            keys="mod+enter"
            aria-busy={isSaving && !isAutomatic}
            disabledReason={saveDisabledReason(isAutomatic || isDirty || isSaving, hasConflicts)}
            onClick={onSave}
          >
            Save
          </Button>
        </>
      }
    >
      <span className={styles.wideWords}>
        You’re editing <b className="name">{title}</b>
        {audienceOf(at, isAutomatic)}
      </span>
      <span className="narrow">{at.change === undefined ? 'Editing live' : `Editing #${at.change}`}</span>
      <span className="sr">{statusAnnouncement(state)}</span>
    </Banner>
  )
}

function audienceOf({ change }: ContentRef, isAutomatic: boolean): string {
  if (change !== undefined) return ` in change request #${change}. Readers see it after the merge.`
  return isAutomatic
    ? ' live. Readers see your changes as you type.'
    : ' live. Readers see it as soon as you save.'
}

function saveDisabledReason(canSave: boolean, hasConflicts: boolean): string | undefined {
  if (hasConflicts) return 'Choose what to save below'
  return canSave ? undefined : 'No changes to save'
}
