import { Pencil } from 'lucide-react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Time } from '../../components/ui/time.tsx'

type Props = {
  /** Number of the change request that is written to. */
  change: string | undefined
  title: string
  isDirty: boolean
  isSaving: boolean
  /** The choice below has a button of its own. */
  isClashing: boolean
  savedAt: string | null
  onSave: () => void
  onLeave: () => void
}

/** What one is doing, and the two ways out of it. */
export const EditorBanner = ({
  change,
  title,
  isDirty,
  isSaving,
  isClashing,
  savedAt,
  onSave,
  onLeave,
}: Props) => (
  <Banner
    tone="ink"
    icon={Pencil}
    act={
      <>
        <span className="meta faint nowrap wide">{stateOf({ isDirty, isSaving, savedAt })}</span>
        <Button look="line" onClick={onLeave}>
          {isDirty ? 'Discard' : 'Done'}
        </Button>
        <Button
          look="ink"
          keys="mod+enter"
          aria-busy={isSaving}
          disabledReason={whyOff(isDirty || isSaving, isClashing)}
          onClick={onSave}
        >
          Save
        </Button>
      </>
    }
  >
    You edit <b className="name">{title}</b>
    <span className="wide-words">
      {change === undefined
        ? ' live. Readers see it as soon as you save.'
        : ` in change request #${change}. Readers see it once that is merged.`}
    </span>
  </Banner>
)

function stateOf({ isDirty, isSaving, savedAt }: Pick<Props, 'isDirty' | 'isSaving' | 'savedAt'>) {
  if (isSaving) return 'Saving'
  if (isDirty) return 'Not saved yet'
  if (savedAt === null) return null
  return (
    <>
      Saved <Time at={savedAt} ago />
    </>
  )
}

function whyOff(hasWork: boolean, isClashing: boolean): string | undefined {
  if (isClashing) return 'Choose below what is to be saved'
  return hasWork ? undefined : 'There is nothing to save'
}
