import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Menu, MenuLabel, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { formatExact, Time } from '../../components/ui/time.tsx'
import type { ContentRef } from '../../data/content.ts'
import styles from './editor.module.css'
import type { SavingMode } from './use-autosave.ts'

export type SaveState = {
  isDirty: boolean
  isSaving: boolean
  isAutomatic: boolean
  /** The network was away when the draft was last sent automatically; the status says so instead of an error. */
  isOffline: boolean
  hasFailed: boolean
  hasUnresolved: boolean
  isUntitled: boolean
  savedAt: string | null
}

type Props = { at: ContentRef; state: SaveState; onMode: (mode: SavingMode) => void }

/** Whether the text is saved, and when it is saved. */
export const SaveStatus = ({ at, state, onMode }: Props) => (
  <Menu
    trigger={
      <Button className={styles.status} size="small" icon={ChevronDown}>
        {/* The banner is a live region: only what follows it is announced, and not every second. */}
        <span aria-live="off">
          <StatusText {...state} />
        </span>
      </Button>
    }
  >
    <MenuLabel>Save changes</MenuLabel>
    <MenuOptions value={state.isAutomatic ? 'automatic' : 'manual'} onChange={onMode}>
      <MenuOption
        value="automatic"
        help={at.change === undefined ? 'Readers see them within seconds' : 'One edit until you take a break'}
      >
        As I type
      </MenuOption>
      <MenuOption value="manual" help="Drafts stay on this device until then">
        When I press Save
      </MenuOption>
    </MenuOptions>
  </Menu>
)

/** What is announced to screen readers; undefined for nothing new. */
export function statusAnnouncement(state: SaveState): string | undefined {
  if (isWaitingForPerson(state)) return undefined
  if (state.isOffline) return OFFLINE
  return !state.isDirty && !state.isSaving && state.savedAt !== null ? 'All changes saved' : undefined
}

const OFFLINE = 'Offline: your changes are kept on this device'

const isWaitingForPerson = ({ isAutomatic, hasUnresolved, isUntitled }: SaveState): boolean =>
  isAutomatic && (hasUnresolved || isUntitled)

function StatusText(state: SaveState) {
  const { isDirty, isSaving, isAutomatic, isOffline, savedAt } = state
  if (isWaitingForPerson(state)) return state.hasUnresolved ? 'Not saved: conflict' : 'Enter a title to save'
  if (isOffline) {
    return (
      <>
        Offline<span className="wide">: your changes are kept on this device</span>
      </>
    )
  }
  if (isSaving) return 'Saving…'
  if (isDirty) return state.hasFailed ? 'Couldn’t save' : 'Not saved yet'
  if (savedAt !== null) return <SavedAt key={savedAt} at={savedAt} />
  return isAutomatic ? 'Saves as you type' : 'Saves when you press Save'
}

const SECOND_MS = 1000
const MINUTE_MS = 60_000

/** `Saved just now`, `Saved 4 s ago`, `Saved 2 min ago`, with the exact time as its title. */
function SavedAt({ at }: { at: string }) {
  const [age, setAge] = useState(0)
  const isRecent = age < MINUTE_MS
  useEffect(() => {
    if (!isRecent) return
    const timer = setInterval(() => setAge(Date.now() - Date.parse(at)), SECOND_MS)
    return () => clearInterval(timer)
  }, [at, isRecent])
  const seconds = Math.floor(age / SECOND_MS)
  if (!isRecent || seconds < 2) {
    return (
      <>
        Saved <Time at={at} ago />
      </>
    )
  }
  return (
    <>
      Saved{' '}
      <time dateTime={at} title={formatExact(new Date(at))}>
        {seconds} s ago
      </time>
    </>
  )
}
